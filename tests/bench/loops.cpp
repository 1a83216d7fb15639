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

/// @param loops in `model`
void steps(benchmark::State& state, const std::string& formulation,
           std::shared_ptr<const Model> model, int loops) {
    Settings settings{.formulation = formulation, .step = ladderStep, .duration = 1.0};
    if (const auto own = integratorsIn(formulation); !own.empty())
        settings.integrator = own.front();
    Simulation simulation;
    const double started = secondsOf([&] { simulation = start(std::move(model), settings); });
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
    state.counters["window_us"] = least * 1e6 / loops;
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
    const auto add = [](const std::string& family, const char* id, int loops,
                        std::shared_ptr<const Model> (*make)(int)) {
        benchmark::RegisterBenchmark(
            ("loops/" + family + "/" + id + "/" + std::to_string(loops)).c_str(),
            [=](benchmark::State& s) { steps(s, id, make(loops), loops); })
            ->Iterations(loops < 100 ? 100 : 20)
            ->Unit(benchmark::kMillisecond);
    };
    for (const char* id :
         {"naudet", "hdca", "dca", "aba", "lcaba", "cluster", "lagrange-index1", "hamilton-index2",
          "index3-dca", "generalized-alpha", "rattle", "energy-momentum"})
        for (const int loops : {1, 10, 40, 1000}) {
            add("parallelograms", id, loops, parallelogramChain);
            // A ladder is one cluster.
            if (id == std::string_view("cluster") && loops > 40) continue;
            add("ladder", id, loops, [](int windows) { return ladderModel(windows); });
            add("tilted-ladder", id, loops, [](int windows) { return ladderModel(windows, true); });
        }
    if (std::getenv("MOMENTREE_LONG") != nullptr)
        benchmark::RegisterBenchmark("loops/chain/index3-dca/100000",
                                     [](benchmark::State& s) { longChain(s, 100000); })
            ->Iterations(20)
            ->Unit(benchmark::kMillisecond);
}

}  // namespace momentree::bench
