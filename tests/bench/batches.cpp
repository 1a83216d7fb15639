// SPDX-License-Identifier: Apache-2.0
// What does a batch of states cost, against as many single evaluations?
#include <Eigen/Core>

#include "bench/chain.hpp"
#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "core/formulations/naudet.hpp"
#include "core/formulations/state_batch.hpp"

namespace momentree::bench {
namespace {

constexpr int states = 8;

/// `ratio` is the time of one batch over that of the same evaluations by `naudet` one by one.
void batch(benchmark::State& state, const std::string& backend, const Chain& chain) {
    const auto model = chainModel(chain);
    RunSpec spec;
    const auto alone = makeNaudet<double>(model, spec);
    spec.backend = backend;
    const auto together = makeStateBatch(model, spec);
    Eigen::MatrixXd Y(together->size(), states), Ydot = Y;
    for (int k = 0; k < states; ++k) {
        const ChainState own = randomState(chain, static_cast<std::uint64_t>(k) + 1);
        Y.col(k) << own.q, exactMotion(chain, own).p;
    }
    PhaseClock clock;
    clock.enable(false);
    interleave(
        state, [&](int) { together->derivative(0.0, Y, Ydot); },
        [&](int) {
            for (int k = 0; k < states; ++k) alone->derivative(0.0, Y.col(k), Ydot.col(k), clock);
        });
}

}  // namespace

void registerBatches() {
    for (const ChainJoint joint : {ChainJoint::Revolute, ChainJoint::Spherical})
        for (const char* backend : {"sequential", "float32"})
            for (const int n : {8, 32, 128, 512})
                benchmark::RegisterBenchmark(("batch/8/" + std::string(name(joint)) + "/" +
                                              backend + "/" + std::to_string(n))
                                                 .c_str(),
                                             [=](benchmark::State& s) {
                                                 batch(s, backend, {joint, n});
                                             })
                    ->Iterations(200);
}

}  // namespace momentree::bench
