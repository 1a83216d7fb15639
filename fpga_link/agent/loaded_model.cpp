// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/loaded_model.hpp"

#include <bit>
#include <cmath>
#include <span>

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
    for (std::size_t k = 0; k < model.trajectories.size(); ++k)
        for (std::size_t i = 0; i < n; ++i) {
            const auto at = [&](std::size_t word) {
                return stateIndex(model.trajectories, model.method, k, i, word);
            };
            model.angle.push_back(model.program.states[at(angleWord)]);
            model.momentum.push_back(model.program.states[at(momentumWord)]);
            const std::size_t row = k * (model.head() + 2 * n) + model.head();
            wordOfState[at(angleWord)] = row + i;
            wordOfState[at(momentumWord)] = row + n + i;
        }
    for (const int state : model.program.sampleOrder)
        model.sampleOrder.push_back(wordOfState[static_cast<std::size_t>(state)]);
}

/// Why these models cannot run together, empty if they can.
std::string refusalOf(std::span<const wire::LoadModel> messages) {
    if (messages.empty()) return "LOAD_MODELS needs 1 to 64 trajectories";
    const wire::LoadModel& first = messages[0];
    for (std::size_t k = 1; k < messages.size(); ++k) {
        const wire::LoadModel& other = messages[k];
        if (other.method != first.method || other.step != first.step ||
            other.phased != first.phased || other.bodies.size() != first.bodies.size())
            return "trajectory " + std::to_string(k + 1) +
                   ": method, step, phases and number of bodies must be those of the first one";
    }
    return {};
}

Outcome<LoadedModel> build(std::span<const wire::LoadModel> messages, bool tagged) {
    if (const std::string reason = refusalOf(messages); !reason.empty())
        return fault(wire::ErrorCode::BadPayload, reason);
    const wire::LoadModel& first = messages[0];
    LoadedModel model;
    for (const wire::LoadModel& message : messages)
        model.trajectories.push_back(trajectoryOf(message));
    model.tagged = tagged;
    model.step = first.step;
    model.method =
        first.method == wire::Method::Euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4;
    Compiled compiled = compile(model.trajectories, {model.method, first.step, first.phased != 0});
    if (!compiled.program) return fault(wire::ErrorCode::BadPayload, compiled.refusal);
    model.program = std::move(*compiled.program);
    locate(model);
    return model;
}

}  // namespace

Outcome<LoadedModel> buildModel(const wire::LoadModel& message) {
    return build({&message, 1}, false);
}
Outcome<LoadedModel> buildModel(const wire::LoadModels& message) {
    return build(message.models, true);
}

std::uint32_t crcOf(const Program& program) {
    std::uint32_t crc = 0;
    for (const ProgramWord& word : program.words)
        for (const std::uint32_t part : encode(word)) crc = crc32(crc, part);
    return crc;
}

Outcome<std::vector<std::uint32_t>> stateWords(const LoadedModel& model,
                                               const wire::SetState& state) {
    const std::size_t all = model.angle.size(), n = model.bodies();
    if (state.angle.size() != all || state.momentum.size() != all)
        return fault(wire::ErrorCode::BadPayload,
                     "the state needs one angle and one momentum for each of the " +
                         std::to_string(all) + " bodies");
    std::vector<Trajectory> moved = model.trajectories;
    for (std::size_t i = 0; i < all; ++i) {
        PlanarState& start = moved[i / n].start;
        start.angle[i % n] = std::bit_cast<float>(state.angle[i]);
        start.momentum[i % n] = std::bit_cast<float>(state.momentum[i]);
        if (!std::isfinite(start.angle[i % n]) || !std::isfinite(start.momentum[i % n]))
            return fault(wire::ErrorCode::BadPayload,
                         "the state of body " + std::to_string(i + 1) + " is not finite");
    }
    std::vector<std::uint32_t> words;
    for (const double value : startingWords(moved, model.method))
        words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    return words;
}

}  // namespace momentree::fpga
