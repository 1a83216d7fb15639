// SPDX-License-Identifier: Apache-2.0
// Speed of whole simulations compared with real time, and their accuracy.
#include <numeric>
#include <string>
#include <vector>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "bench/simulation.hpp"
#include "core/session/built_in.hpp"

namespace momentree::bench {
namespace {

using MakeModel = std::shared_ptr<const Model> (*)();

std::shared_ptr<const Model> chain128() {
    return chainModel({ChainJoint::Spherical, 128}, {1.0, 1.0, 1.0});
}
std::shared_ptr<const Model> chain1024() {
    return chainModel({ChainJoint::Spherical, 1024}, {1.0, 1.0, 1.0});
}
std::shared_ptr<const Model> ladder40() { return ladderModel(40); }

void whole(benchmark::State& state, MakeModel makeModel, const Settings& settings) {
    const auto model = makeModel();
    std::vector<double> least;
    Outcome outcome;
    for ([[maybe_unused]] auto iteration : state) {
        outcome = simulate(start(model, settings), settings, least);
        if (!outcome.problem.empty()) return state.SkipWithError(outcome.problem.c_str());
    }
    const double wall = std::accumulate(least.begin(), least.end(), 0.0);
    state.counters["realtime"] = settings.duration / wall;
    state.counters["energy_error_J"] = outcome.energyError;
    state.counters["energy_loss_J"] = outcome.energyLoss;
    state.counters["drift_m"] = outcome.drift;
}

void add(const std::string& name, MakeModel makeModel, const Settings& settings, int repetitions) {
    benchmark::RegisterBenchmark(("simulation/" + name + "/" + settings.integrator + "/" +
                                  settings.formulation + "/" + settings.backend)
                                     .c_str(),
                                 [=](benchmark::State& s) { whole(s, makeModel, settings); })
        ->Iterations(repetitions)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerSimulations() {
    for (const char* backend : {"sequential", "parallel:2"}) {
        for (const char* id : {"naudet", "aba", "hdca", "dca"})
            add("chain128", chain128, {.formulation = id, .backend = backend}, 10);
        for (const char* id : {"generalized-alpha", "rattle", "energy-momentum"})
            add("chain128", chain128,
                {.formulation = id, .integrator = integratorsIn(id).front(), .backend = backend},
                5);
        Settings index3{
            .formulation = "index3-dca", .integrator = "trapezoidal", .backend = backend};
        add("chain128", chain128, index3, 5);
        index3.duration = 2.0;
        add("chain1024", chain1024, index3, 4);
        index3.duration = 10.0;
        add("ladder40", ladder40, index3, 4);
        for (const char* id : {"naudet", "aba", "hdca"})
            add("ladder40", ladder40, {.formulation = id, .backend = backend, .duration = 10.0}, 4);
        index3.step = 0.0025;
        add("ladder40_short_step", ladder40, index3, 3);
    }
    for (const char* integrator : {"abm4", "dopri5"})
        add("ladder40", ladder40,
            {.formulation = "aba", .integrator = integrator, .duration = 10.0}, 4);
}

}  // namespace momentree::bench
