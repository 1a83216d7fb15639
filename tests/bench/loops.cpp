// SPDX-License-Identifier: Apache-2.0
// Cost of many coupled loops: steps of ladders of four-bars with more and more windows. The time of
// a window must not depend on their number.
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
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

void ladder(benchmark::State& state, const std::string& formulation, int windows, bool tilted) {
    Settings settings{.formulation = formulation, .step = ladderStep, .duration = 1.0};
    if (const auto own = integratorsIn(formulation); !own.empty())
        settings.integrator = own.front();
    Simulation simulation;
    const double started =
        secondsOf([&] { simulation = start(ladderModel(windows, tilted), settings); });
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

/// Steps per second, drift and memory of a chain of very many bodies, run only on request.
void longChain(benchmark::State& state, int bodies) {
    constexpr double step = 1e-3;
    Simulation simulation;
    const double started = secondsOf([&] {
        simulation =
            start(planarChainModel(bodies), {.formulation = "index3-dca",
                                             .integrator = integratorsIn("index3-dca").front(),
                                             .step = step,
                                             .duration = 1.0});
    });
    if (!simulation.stepper) return state.SkipWithError(simulation.problem.c_str());
    double t = 0.0, least = std::numeric_limits<double>::infinity();
    Sample sample;
    for ([[maybe_unused]] auto iteration : state) {
        t += step;
        Progress progress;
        least = std::min(least, secondsOf([&] { progress = simulation.stepper->advance(t, {}); }));
        if (progress.status != StepStatus::Reached)
            return state.SkipWithError(std::string(statusName(progress.status)).c_str());
    }
    sample.resize(*simulation.model);
    simulation.stepper->observe(sample);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["steps_per_s"] = 1.0 / least;
    state.counters["drift_m"] = sample.driftPosition;
    state.counters["memory_GB"] = static_cast<double>(usage.ru_maxrss) / 1e6;
    state.counters["start_s"] = started;
}

}  // namespace

void registerLoops() {
    for (const bool tilted : {false, true})
        for (const char* id :
             {"naudet", "hdca", "dca", "aba", "lcaba", "lagrange-index1", "hamilton-index2",
              "index3-dca", "generalized-alpha", "rattle", "energy-momentum"})
            for (const int windows : {1, 10, 40, 1000})
                benchmark::RegisterBenchmark(
                    ("loops/" + std::string(tilted ? "tilted-ladder/" : "ladder/") + id + "/" +
                     std::to_string(windows))
                        .c_str(),
                    [=](benchmark::State& s) { ladder(s, id, windows, tilted); })
                    ->Iterations(windows < 100 ? 100 : 20)
                    ->Unit(benchmark::kMillisecond);
    if (std::getenv("MOMENTREE_LONG") != nullptr)
        benchmark::RegisterBenchmark("loops/chain/index3-dca/100000",
                                     [](benchmark::State& s) { longChain(s, 100000); })
            ->Iterations(20)
            ->Unit(benchmark::kMillisecond);
}

}  // namespace momentree::bench
