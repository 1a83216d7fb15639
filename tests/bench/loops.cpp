// SPDX-License-Identifier: Apache-2.0
// Cost of many coupled loops: steps of ladders of four-bars with more and more windows. The time of
// a window must not depend on their number.
#include <algorithm>
#include <limits>
#include <string>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "bench/simulation.hpp"
#include "core/session/built_in.hpp"

namespace momentree::bench {
namespace {

constexpr double ladderStep = 1e-3;

void ladder(benchmark::State& state, const std::string& formulation, int windows) {
    Settings settings{.formulation = formulation, .step = ladderStep, .duration = 1.0};
    if (const auto own = integratorsIn(formulation); !own.empty())
        settings.integrator = own.front();
    Simulation simulation;
    const double started = secondsOf([&] { simulation = start(ladderModel(windows), settings); });
    if (!simulation.stepper) return state.SkipWithError(simulation.problem.c_str());
    double t = 0.0, least = std::numeric_limits<double>::infinity();
    for ([[maybe_unused]] auto iteration : state) {
        t += ladderStep;
        Progress progress;
        least = std::min(least, secondsOf([&] { progress = simulation.stepper->advance(t, {}); }));
        if (progress.status != StepStatus::Reached)
            return state.SkipWithError(std::string(statusName(progress.status)).c_str());
    }
    state.counters["step_us"] = least * 1e6;
    state.counters["window_us"] = least * 1e6 / windows;
    state.counters["start_s"] = started;
}

}  // namespace

void registerLoops() {
    for (const char* id : {"naudet", "hdca", "dca", "aba", "lagrange-index1", "hamilton-index2",
                           "index3-dca", "generalized-alpha", "rattle"})
        for (const int windows : {1, 10, 40, 200})
            benchmark::RegisterBenchmark(
                ("loops/ladder/" + std::string(id) + "/" + std::to_string(windows)).c_str(),
                [=](benchmark::State& s) { ladder(s, id, windows); })
                ->Iterations(windows < 100 ? 100 : 20)
                ->Unit(benchmark::kMillisecond);
}

}  // namespace momentree::bench
