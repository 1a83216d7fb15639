// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/swing_up.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fpga_link/offload/bar_chain.hpp"
#include "fpga_link/offload/planar_chain.hpp"

namespace momentree::fpga {

namespace {

/// Box and Muller's, since the standard leaves the bits of its distributions to the library.
double normal(std::mt19937_64& random) {
    constexpr double unit = 0x1p-53;
    const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * unit; };
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

/// The plan itself, and others around it.
std::vector<Plan> plansAround(const SwingUp& swing, SwingUpState& state) {
    std::vector<Plan> plans(swing.rollouts, state.plan);
    for (std::size_t k = 1; k < plans.size(); ++k)
        for (TorquePoints& points : plans[k])
            for (double& point : points)
                point = std::clamp(point + swing.spread * normal(state.random), -swing.limit,
                                   swing.limit);
    return plans;
}

double costOf(const SwingUp& swing, const Path& path) {
    constexpr double lastWeight = 0.5;  // [s] for what comes after the horizon
    const double interval = swing.task.step * swing.task.decimation;
    double cost = lastWeight * costOf(swing, path.back());
    for (const PlanarState& state : path) cost += interval * costOf(swing, state);
    return cost;
}

Plan meanOf(const SwingUp& swing, const std::vector<Plan>& plans,
            const std::vector<double>& costs) {
    const double least = *std::ranges::min_element(costs);
    Plan mean(plans[0].size(), TorquePoints{});
    double sum = 0.0;
    for (std::size_t k = 0; k < plans.size(); ++k) {
        const double weight = std::exp((least - costs[k]) / swing.temperature);
        sum += weight;
        for (std::size_t i = 0; i < mean.size(); ++i)
            for (std::size_t j = 0; j < motorWords; ++j) mean[i][j] += weight * plans[k][i][j];
    }
    for (TorquePoints& points : mean)
        for (double& point : points) point /= sum;
    return mean;
}

/// The same polynomial from `part` of the horizon on and as much longer, within the limit: its
/// control points are the blossom at the new ends.
TorquePoints later(const TorquePoints& points, double part, double limit) {
    TorquePoints moved{};
    for (std::size_t j = 0; j < motorWords; ++j) {
        TorquePoints between = points;
        for (std::size_t level = 1; level < motorWords; ++level) {
            const double at = level <= j ? 1.0 + part : part;
            for (std::size_t i = 0; i + level < motorWords; ++i)
                between[i] += at * (between[i + 1] - between[i]);
        }
        moved[j] = std::clamp(between[0], -limit, limit);
    }
    return moved;
}

/// The chain after a period with these torques.
PlanarState moved(const SwingUp& swing, const PlanarState& start,
                  const std::vector<double>& torque) {
    constexpr std::uint32_t parts = 8;
    const RolloutTask period{swing.task.mechanism, swing.task.step / parts, parts, parts};
    Plan held;
    for (const double value : torque) held.push_back({value, value, value, value});
    return rolloutsHere(period, start, {&held, 1})[0].back();
}

}  // namespace

SwingUp barSwingUp() {
    SwingUp swing;
    swing.task.mechanism = barTrajectory(2).mechanism;
    return swing;
}

SwingUpState hanging(const SwingUp& swing, std::uint64_t seed) {
    const std::size_t n = swing.task.mechanism.bodies.size();
    SwingUpState state;
    state.chain.angle.assign(n, -std::numbers::pi / 2);
    state.chain.momentum.assign(n, 0.0);
    state.plan.assign(n, TorquePoints{});
    state.random.seed(seed);
    return state;
}

double costOf(const SwingUp& swing, const PlanarState& state) {
    constexpr double height = 10.0, motion = 0.05;  // [s^2]
    const PlanarMechanism& chain = swing.task.mechanism;
    const std::vector<double> speed = speedsOf(chain, state);
    double cost = 0.0;
    for (std::size_t i = 0; i < speed.size(); ++i)
        cost += height * (1.0 - std::sin(state.angle[i])) + motion * speed[i] * speed[i];
    return cost;
}

tl::expected<SwingUpPeriod, Message> advance(const SwingUp& swing, SwingUpState& state,
                                             const ComputeRollouts& compute) {
    const std::vector<Plan> plans = plansAround(swing, state);
    auto paths = compute(state.chain, plans);
    if (!paths) return tl::unexpected(paths.error());
    SwingUpPeriod period{std::move(*paths), {}, costOf(swing, state.chain), {}};
    for (const Path& path : period.paths) period.costs.push_back(costOf(swing, path));
    state.plan = meanOf(swing, plans, period.costs);
    const double part = 1.0 / swing.task.steps;
    for (TorquePoints& points : state.plan) {
        period.torque.push_back(torqueAt(points, 0.5 * part));
        points = later(points, part, swing.limit);
    }
    state.chain = moved(swing, state.chain, period.torque);
    state.time += swing.task.step;
    return period;
}

}  // namespace momentree::fpga
