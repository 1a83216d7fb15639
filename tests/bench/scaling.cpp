// SPDX-License-Identifier: Apache-2.0
// What do more threads gain? The same simulation by both backends, in turn.
#include <string>
#include <thread>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "bench/simulation.hpp"

namespace momentree::bench {
namespace {

/// Steps between two looks at the clock: a run does not pause after each one, in which threads
/// would fall asleep.
constexpr int stepsTogether = 4;

/// One step off the clock, then several on it: during the other's turn threads have fallen asleep,
/// which they do not between the steps of a run. Returns the time of those [s].
double timed(Stepper& stepper, double& t, double step) {
    stepper.advance(t + step, {});
    t += (1 + stepsTogether) * step;
    return secondsOf([&] { stepper.advance(t, {}); });
}

/// `ratio` is the time of the parallel backend over that of the sequential one.
void threads(benchmark::State& state, const std::string& formulation, ChainJoint joint, int links,
             int count) {
    const auto model = chainModel({joint, links});
    Settings settings{.formulation = formulation, .step = 1e-3, .duration = 1.0};
    if (formulation == "index3-dca") settings.integrator = "trapezoidal";
    Simulation one = start(model, settings);
    settings.backend = "parallel:" + std::to_string(count);
    Simulation several = start(model, settings);
    for (const Simulation* s : {&one, &several})
        if (!s->stepper) return state.SkipWithError(s->problem.c_str());
    // Both stand at the same times and so do the same work.
    double t = 0.0, least = 1e9, leastOfOne = 1e9;
    std::vector<double> ratios;
    for ([[maybe_unused]] auto iteration : state) {
        double t1 = t;
        const double b = timed(*one.stepper, t1, settings.step);
        const double a = timed(*several.stepper, t, settings.step);
        least = std::min(least, a);
        leastOfOne = std::min(leastOfOne, b);
        ratios.push_back(a / b);
    }
    std::ranges::sort(ratios);
    state.counters["ns"] = least * 1e9;
    state.counters["peer_ns"] = leastOfOne * 1e9;
    state.counters["ratio"] = least / leastOfOne;
    state.counters["ratio_median"] = ratios[ratios.size() / 2];
}

}  // namespace

void registerScaling() {
    const int processors = static_cast<int>(std::max(2U, std::thread::hardware_concurrency()));
    for (const char* id : {"naudet", "hdca", "index3-dca"})
        for (const int n : {16, 64, 128, 256, 512, 1024})
            for (int count = 2; count <= processors; count *= 2)
                benchmark::RegisterBenchmark(
                    ("threads/" + std::to_string(count) + "/revolute/" + id + "/" +
                     std::to_string(n))
                        .c_str(),
                    [=](benchmark::State& s) { threads(s, id, ChainJoint::Revolute, n, count); })
                    ->Iterations(std::string(id) == "index3-dca" ? 20 : 100);
}

}  // namespace momentree::bench
