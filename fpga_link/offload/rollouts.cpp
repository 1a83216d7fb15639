// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/rollouts.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "fpga_link/compiler/planar_step.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/offload/shared_batch.hpp"

namespace momentree::fpga {

namespace {

constexpr PlanarMethod rolloutMethod = PlanarMethod::RungeKutta4;

/// The torque in the middle of each step, as forward differences.
MotorImpulses impulsesOf(const TorquePoints& points, const RolloutTask& task) {
    MotorImpulses values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] =
            task.step * torqueAt(points, (static_cast<double>(i) + 0.5) / double(task.steps));
    for (std::size_t order = 1; order < values.size(); ++order)
        for (std::size_t i = values.size() - 1; i >= order; --i) values[i] -= values[i - 1];
    return values;
}

Trajectory rolloutOf(const RolloutTask& task, const PlanarState& start, const Plan& plan) {
    Trajectory trajectory{task.mechanism, start};
    for (const TorquePoints& points : plan) trajectory.motors.push_back(impulsesOf(points, task));
    return trajectory;
}

}  // namespace

double torqueAt(const TorquePoints& points, double part) {
    TorquePoints between = points;
    for (std::size_t left = between.size() - 1; left > 0; --left)
        for (std::size_t i = 0; i < left; ++i) between[i] += part * (between[i + 1] - between[i]);
    return between[0];
}

std::vector<Path> rolloutsHere(const RolloutTask& task, const PlanarState& start,
                               std::span<const Plan> plans) {
    const std::size_t n = task.mechanism.bodies.size();
    const PlanarConstants constants =
        constantsOf(task.mechanism, task.step, {static_cast<int>(n), 0}, pinGive);
    const auto ignore = [](FabricPhase) {};
    std::vector<Path> paths;
    for (const Plan& plan : plans) {
        std::vector<double> words = startingWords({rolloutOf(task, start, plan)}, rolloutMethod);
        Path path;
        for (std::uint32_t step = 1; step <= task.steps; ++step) {
            for (int pass = 0; pass < 4; ++pass) words = rungeKuttaPass(constants, words, ignore);
            if (step % task.decimation != 0) continue;
            PlanarState& state = path.emplace_back();
            for (std::size_t i = 0; i < n; ++i) {
                const double* body = &words[ringWords + i * rungeKuttaWords];
                state.angle.push_back(body[Angle]);
                state.momentum.push_back(body[Momentum]);
            }
        }
        paths.push_back(std::move(path));
    }
    return paths;
}

BoardRollouts::BoardRollouts(RolloutTask task) : task_(std::move(task)) {
    const std::size_t n = task_.mechanism.bodies.size();
    const PlanarState rest{std::vector<double>(n, 0.0), std::vector<double>(n, 0.0)};
    const auto trajectories = trajectoriesOf(rest, std::vector<Plan>(together, Plan(n)));
    Compiled compiled = compile(trajectories, {.method = rolloutMethod, .step = task_.step});
    assert(compiled.program);
    compiled_.program = std::move(compiled.program);
    for (const std::size_t word : {0u, 1u})
        for (std::size_t k = 0; k < together; ++k)
            for (std::size_t i = 0; i < n; ++i)
                compiled_.row.push_back(stateIndex(trajectories, rolloutMethod, k, i, word));
    message_ = programMessageOf(compiled_);
    for (const std::uint32_t place : message_.kept) {
        const auto word = std::ranges::find(message_.image, place, &wire::PlacedWord::place);
        assert(word != message_.image.end());
        images_.push_back(static_cast<std::size_t>(word - message_.image.begin()));
    }
}

std::vector<Trajectory> BoardRollouts::trajectoriesOf(const PlanarState& start,
                                                      std::span<const Plan> plans) const {
    std::vector<Trajectory> trajectories;
    for (std::size_t k = 0; k < together; ++k)
        trajectories.push_back(rolloutOf(task_, start, plans[std::min(k, plans.size() - 1)]));
    return trajectories;
}

void BoardRollouts::setStart(const std::vector<Trajectory>& trajectories) {
    const std::vector<double> words = startingWords(trajectories, rolloutMethod);
    for (std::size_t i = 0; i < words.size(); ++i)
        message_.image[images_[i]].word = std::bit_cast<wire::Word>(static_cast<float>(words[i]));
}

tl::expected<std::vector<Path>, Message> BoardRollouts::compute(BoardClient& board,
                                                                const PlanarState& start,
                                                                std::span<const Plan> plans,
                                                                const std::stop_token& stop) {
    const std::size_t n = task_.mechanism.bodies.size();
    std::vector<Path> paths;
    clocks_ = 0;
    for (; !plans.empty(); plans = plans.subspan(std::min(together, plans.size()))) {
        const std::size_t first = paths.size();
        paths.resize(first + std::min(together, plans.size()));
        setStart(trajectoriesOf(start, plans));
        if (const auto loaded = board.load(message_); !loaded)
            return tl::unexpected(boardMessage(loaded.error()));
        const auto take = [&](std::span<const wire::Word> rows, std::size_t stride) {
            for (; !rows.empty(); rows = rows.subspan(stride))
                for (std::size_t k = first; k < paths.size(); ++k) {
                    const auto number = [&](std::size_t half, std::size_t i) {
                        const std::size_t at = 1 + (half * together + k - first) * n + i;
                        return static_cast<double>(std::bit_cast<float>(rows[at]));
                    };
                    PlanarState& state = paths[k].emplace_back();
                    for (std::size_t i = 0; i < n; ++i) {
                        state.angle.push_back(number(0, i));
                        state.momentum.push_back(number(1, i));
                    }
                }
        };
        const auto done = board.run({task_.steps, task_.decimation}, take, {}, stop);
        if (done) clocks_ += done->cycles;
        const BatchEnd end = endOf(done, board.board().minor);
        if (end.problem) return tl::unexpected(*end.problem);
        if (paths[first].size() != task_.steps / task_.decimation)
            return tl::unexpected(
                MOMENTREE_TEXT("rollouts-not-finite", "the rollouts left the range of numbers")());
    }
    return paths;
}

}  // namespace momentree::fpga
