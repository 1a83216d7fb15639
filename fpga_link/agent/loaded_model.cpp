// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/loaded_model.hpp"

#include <bit>
#include <cmath>

#include "fpga_link/protocol/crc32.hpp"

namespace momentree::fpga {

namespace {

constexpr std::size_t angleWord = 0, momentumWord = 1;

Trajectory trajectoryOf(const wire::LoadModel& message) {
    Trajectory trajectory;
    trajectory.mechanism.closed = message.closed != 0;
    trajectory.mechanism.gravityX = message.gravityX;
    trajectory.mechanism.gravityY = message.gravityY;
    for (const wire::Body& body : message.bodies) {
        trajectory.mechanism.bodies.push_back(
            {body.length, body.cx, body.cy, body.mass, body.inertia, body.damping});
        trajectory.start.angle.push_back(body.angle);
        trajectory.start.momentum.push_back(body.momentum);
    }
    return trajectory;
}

void locate(LoadedModel& model) {
    const std::size_t n = model.trajectories[0].mechanism.bodies.size();
    std::vector<std::size_t> wordOfState(model.program.states.size());
    for (std::size_t i = 0; i < n; ++i) {
        const auto at = [&](std::size_t word) {
            return stateIndex(model.trajectories, model.method, 0, i, word);
        };
        model.angle.push_back(model.program.states[at(angleWord)]);
        model.momentum.push_back(model.program.states[at(momentumWord)]);
        wordOfState[at(angleWord)] = i;
        wordOfState[at(momentumWord)] = n + i;
    }
    for (const int state : model.program.sampleOrder)
        model.sampleOrder.push_back(wordOfState[static_cast<std::size_t>(state)]);
}

}  // namespace

Outcome<LoadedModel> buildModel(const wire::LoadModel& message) {
    LoadedModel model;
    model.trajectories = {trajectoryOf(message)};
    model.step = message.step;
    model.method =
        message.method == wire::Method::Euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4;
    Compiled compiled =
        compile(model.trajectories, {model.method, message.step, message.phased != 0});
    if (!compiled.program) return fault(wire::ErrorCode::BadPayload, compiled.refusal);
    model.program = std::move(*compiled.program);
    locate(model);
    return model;
}

std::uint32_t crcOf(const Program& program) {
    std::uint32_t crc = 0;
    for (const ProgramWord& word : program.words)
        for (const std::uint32_t part : encode(word)) crc = crc32(crc, part);
    return crc;
}

Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state) {
    if (state.angle.size() != model.bodies() || state.momentum.size() != model.bodies())
        return fault(wire::ErrorCode::BadPayload,
                     "the state needs one angle and one momentum for each of the " +
                         std::to_string(model.bodies()) + " bodies");
    std::vector<Trajectory> moved = model.trajectories;
    for (std::size_t i = 0; i < model.bodies(); ++i) {
        moved[0].start.angle[i] = std::bit_cast<float>(state.angle[i]);
        moved[0].start.momentum[i] = std::bit_cast<float>(state.momentum[i]);
        if (!std::isfinite(moved[0].start.angle[i]) || !std::isfinite(moved[0].start.momentum[i]))
            return fault(wire::ErrorCode::BadPayload,
                         "the state of body " + std::to_string(i + 1) + " is not finite");
    }
    std::vector<std::uint32_t> words;
    for (const double value : startingWords(moved, model.method))
        words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    return words;
}

}  // namespace momentree::fpga
