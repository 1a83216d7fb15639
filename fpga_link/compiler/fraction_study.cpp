// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/fraction_study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "fpga_link/compiler/planar_constants.hpp"
#include "fpga_link/compiler/planar_step.hpp"

namespace momentree::fpga {
namespace {

constexpr int looks = 100;
void withoutPhases(FabricPhase) {}

double energyIn(const Trajectory& t, PlanarMethod method, const std::vector<double>& words) {
    std::vector<double> angle, speed;
    std::vector<BodyPose<double>> poses;
    for (std::size_t i = 0; i < t.mechanism.bodies.size(); ++i) {
        angle.push_back(words[stateIndex({t}, method, 0, i, 0)]);
        poses.push_back({std::cos(angle.back()), std::sin(angle.back()),
                         words[stateIndex({t}, method, 0, i, 1)]});
    }
    const PlanarConstants constants = constantsOf(t.mechanism, 1.0, {});
    for (const BodyRate<double>& rate :
         PlanarHdca<double>(constants, std::span<const BodyPose<double>>(poses))
             .rates(withoutPhases))
        speed.push_back(rate.turn);
    return energyOf(t.mechanism, angle, speed);
}

}  // namespace

double energyError(const Trajectory& trajectory, const CompileOptions& options, int steps,
                   int fractionBits) {
    const Graph graph = recordPass({trajectory}, options, {});
    const int passes = options.method == PlanarMethod::Euler ? 1 : 4;
    std::vector<double> words;
    for (const StateWord& state : graph.states) {
        const double value = graph.nodes[static_cast<std::size_t>(state.node)].value;
        words.push_back(fractionBits == 0 ? value : givenWith(fractionBits, value));
    }
    const double start = energyIn(trajectory, options.method, words);
    const int between = std::max(1, steps / looks);
    double most = 0.0;
    for (int k = 1; k <= steps; ++k) {
        for (int pass = 0; pass < passes; ++pass)
            words = fractionBits == 0 ? evaluate(graph, words)
                                      : evaluateRounded(graph, words, fractionBits);
        if (k % between != 0) continue;
        const double error = std::abs(energyIn(trajectory, options.method, words) - start);
        if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
        most = std::max(most, error);
    }
    return most;
}

std::optional<int> fractionFor(const Trajectory& trajectory, const CompileOptions& options,
                               int steps, double wanted) {
    std::optional<int> enough;
    for (int bits = mostFraction; bits >= leastFraction; --bits) {
        if (energyError(trajectory, options, steps, bits) > wanted) break;
        enough = bits;
    }
    return enough;
}

}  // namespace momentree::fpga
