// SPDX-License-Identifier: Apache-2.0
// Time to compute the derivative of a state of mechanisms whose loops are local, as in [Chignoli].
#include <limits>
#include <string>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "core/formulations/aba/aba.hpp"
#include "core/formulations/cluster/cluster.hpp"
#include "core/formulations/dca/dca.hpp"
#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/lcaba/lcaba.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::bench {
namespace {

using Make = std::unique_ptr<OdeSystem<double>> (*)(std::shared_ptr<const Model>, const RunSpec&);

void derivative(benchmark::State& state, Make make, const std::shared_ptr<const Model>& model) {
    const auto system = make(model, RunSpec());
    const auto initial = assemble(*model);
    Eigen::VectorXd y(system->size()), ydot = y;
    if (!initial || !system->start(*initial, y)) return state.SkipWithError("does not start");
    std::array<Eigen::VectorXd, 2> states{y, y};
    states[1][0] += 1e-12;  // the values of the last state are not kept
    PhaseClock clock;
    clock.enable(false);
    constexpr int calls = 20;
    double least = std::numeric_limits<double>::infinity();
    for ([[maybe_unused]] auto iteration : state)
        least = std::min(least, secondsOf([&] {
                                    for (std::size_t k = 0; k < calls; ++k)
                                        system->derivative(0.0, states[k & 1], ydot, clock);
                                }) / calls);
    state.counters["us"] = least * 1e6;
}

}  // namespace

void registerLocalLoops() {
    const std::pair<const char*, Make> formulations[] = {
        {"naudet", makeNaudet<double>}, {"hdca", makeHdca<double>}, {"aba", makeAba<double>},
        {"lcaba", makeLcaba},           {"cluster", makeCluster},   {"dca", makeDca}};
    const auto add = [&](const std::string& family, int a, int b, auto model) {
        for (const auto& [id, make] : formulations)
            benchmark::RegisterBenchmark(
                ("local/" + family + "/" + std::to_string(a) + "/" + std::to_string(b) + "/" + id)
                    .c_str(),
                [=, make = make](benchmark::State& s) { derivative(s, make, model(a, b)); })
                ->Iterations(100)
                ->Unit(benchmark::kMicrosecond);
    };
    for (const auto& [depth, joined] : {std::pair{5, 1}, {5, 5}, {10, 4}, {20, 3}, {40, 40}})
        add("chains", depth, joined, parallelChains);
    for (const auto& [branches, depth] : {std::pair{1, 1}, {2, 3}, {4, 8}})
        add("four-bars", branches, depth, fourBarTree);
}

}  // namespace momentree::bench
