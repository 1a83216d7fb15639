// SPDX-License-Identifier: Apache-2.0
// Cost of a batch of states compared with as many single evaluations.
#include <Eigen/Core>

#include "bench/chain.hpp"
#include "bench/evaluation.hpp"
#include "bench/interleaved.hpp"
#include "bench/mechanisms.hpp"
#include "bench/questions.hpp"
#include "core/formulations/batch/state_batch.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/generate/generated.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree::bench {
namespace {

constexpr int states = 8;

/// `ratio` is the time of one batch over that of the same evaluations by `naudet` one by one.
/// @param own whether each state has its own model
void evaluate(benchmark::State& state, const std::string& backend, const Chain& chain, bool own) {
    const auto model = chainModel(chain);
    RunSpec spec;
    const auto alone = makeNaudet<double>(model, spec);
    spec.backend = backend;
    std::vector models{model};
    while (own && models.size() < states) models.push_back(chainModel(chain));
    const auto batch = makeStateBatch(models, spec);
    if (!batch) return state.SkipWithError(batch.error()[0].message.str().c_str());
    StateBatch* const together = batch->get();
    Eigen::MatrixXd Y(together->size(), states), Ydot = Y;
    for (int k = 0; k < states; ++k) {
        const ChainState drawn = randomState(chain, static_cast<std::uint64_t>(k) + 1);
        Y.col(k) << drawn.q, exactMotion(chain, drawn).p;
    }
    PhaseClock clock;
    clock.enable(false);
    interleave(
        state, [&](int) { together->derivative(0.0, Y, Ydot); },
        [&](int) {
            for (int k = 0; k < states; ++k) alone->derivative(0.0, Y.col(k), Ydot.col(k), clock);
        });
}

/// `ratio` is the time of one batch of generated code over that of as many evaluations by `peer`.
void evaluateGenerated(benchmark::State& state, const std::string& peer, const Chain& chain) {
    const auto one = makeEvaluation(peer, chain);
    if (!one) return state.SkipWithError("is not in this build");
    const auto batch = makeGeneratedBatch(chainModel(chain), RunSpec());
    if (!batch) return state.SkipWithError(batch.error()[0].message.str().c_str());
    StateBatch* const together = batch->get();
    Eigen::MatrixXd Y(together->size(), states), Ydot = Y;
    double error = 0.0;
    for (int k = 0; k < states; ++k) {
        const ChainState drawn = randomState(chain, static_cast<std::uint64_t>(k) + 1);
        Y.col(k) << drawn.q, exactMotion(chain, drawn).p;
    }
    together->derivative(0.0, Y, Ydot);
    for (int k = 0; k < states; ++k) {
        const ChainMotion exact =
            exactMotion(chain, randomState(chain, static_cast<std::uint64_t>(k) + 1));
        error = std::max(error, relativeError(Ydot.col(k).tail(exact.p.size()), exact.pdot));
    }
    interleave(
        state, [&](int) { together->derivative(0.0, Y, Ydot); },
        [&](int) {
            for (int k = 0; k < states; ++k) one->call(k & 1);
        });
    state.counters["error"] = error;
}

/// `ratio` is the time of rates and slopes over that of the rates by `naudet`.
void evaluateSlopes(benchmark::State& state, const std::shared_ptr<const Model>& model,
                    const std::vector<std::string>& parameters) {
    const auto one = makeNaudet<double>(model, RunSpec());
    const auto slopes = GeneratedSlopes::make(model, parameters);
    if (!slopes) return state.SkipWithError(slopes.error()[0].message.str().c_str());
    Eigen::VectorXd y((*slopes)->size()), ydot = y;
    const auto initial = assemble(*model);
    if (!initial || !one->start(*initial, y) || !(*slopes)->start(*initial, y))
        return state.SkipWithError("does not start");
    std::array<Eigen::VectorXd, 2> states{y, y};
    states[1].tail(model->tree.nu).array() += 0.1;
    PhaseClock clock;
    clock.enable(false);
    interleave(
        state, [&](int k) { (*slopes)->evaluate(0.0, states[static_cast<std::size_t>(k)], ydot); },
        [&](int k) { one->derivative(0.0, states[static_cast<std::size_t>(k)], ydot, clock); });
}

}  // namespace

void registerBatches() {
    const auto add = [](const char* name, const std::vector<std::string>& parameters, auto make) {
        benchmark::RegisterBenchmark(name, [=](benchmark::State& s) {
            evaluateSlopes(s, make(), parameters);
        })->Iterations(200);
    };
    add("slopes/revolute/7", {}, [] { return armModel(7); });
    add("slopes/parameters/7", {"m", "L"}, [] { return armModel(7); });
    add("slopes/ladder/3", {}, [] { return ladderModel(3); });
    add("slopes/tilted-ladder/3", {}, [] { return ladderModel(3, true); });
    for (const ChainJoint joint : {ChainJoint::Revolute, ChainJoint::Spherical})
        for (const char* peer : {"naudet", "bullet"})
            benchmark::RegisterBenchmark(
                ("batch/generated/8/" + std::string(name(joint)) + "/" + peer + "/32").c_str(),
                [=](benchmark::State& s) {
                    evaluateGenerated(s, peer, {joint, 32});
                })
                ->Iterations(200);
    for (const bool own : {false, true})
        for (const ChainJoint joint : {ChainJoint::Revolute, ChainJoint::Spherical})
            for (const char* backend : {"sequential", "float32"})
                for (const int n : {8, 32, 128, 512})
                    benchmark::RegisterBenchmark(
                        ((own ? "batch/own/8/" : "batch/8/") + std::string(name(joint)) + "/" +
                         backend + "/" + std::to_string(n))
                            .c_str(),
                        [=](benchmark::State& s) {
                            evaluate(s, backend, {joint, n}, own);
                        })
                        ->Iterations(200);
}

}  // namespace momentree::bench
