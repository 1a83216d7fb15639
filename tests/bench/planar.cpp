// SPDX-License-Identifier: Apache-2.0
// Cost of the planar case of the divide and conquer compared with the spatial one.
#include "core/formulations/hdca/planar.hpp"

#include <Eigen/Core>
#include <array>

#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "core/formulations/hdca/hdca.hpp"

namespace momentree::bench {
namespace {

void planar(benchmark::State& state, const std::string& inversion, int links) {
    const auto model = planarChainModel(links);
    RunSpec spec;
    const auto space = makeHdcaSpatial<double>(model, spec);
    spec.inversion = inversion;
    const auto plane = makeHdcaPlanar<double>(model, spec);
    if (!plane) return state.SkipWithError("takes the chain for spatial");
    std::array<Eigen::VectorXd, 2> y{Eigen::VectorXd(2 * links), Eigen::VectorXd(2 * links)};
    for (std::size_t k = 0; k < 2; ++k) {
        const ChainState own = randomState({ChainJoint::Revolute, links}, k + 1);
        y[k] << own.q, own.u;
    }
    Eigen::VectorXd ydot(2 * links);
    PhaseClock clock;
    clock.enable(false);
    interleave(
        state, [&](int k) { plane->derivative(0.0, y[static_cast<std::size_t>(k)], ydot, clock); },
        [&](int k) { space->derivative(0.0, y[static_cast<std::size_t>(k)], ydot, clock); });
    state.counters["ns_per_body"] = state.counters["ns"] / links;
}

}  // namespace

void registerPlanar() {
    for (const int n : {2, 8, 32, 128, 1024})
        benchmark::RegisterBenchmark(("planar/hdca/" + std::to_string(n)).c_str(),
                                     [=](benchmark::State& s) { planar(s, "rank-revealing", n); })
            ->Iterations(200);
    for (const char* inversion : {"ldup", "eigen"})
        benchmark::RegisterBenchmark((std::string("planar/hdca/32/") + inversion).c_str(),
                                     [=](benchmark::State& s) { planar(s, inversion, 32); })
            ->Iterations(200);
}

}  // namespace momentree::bench
