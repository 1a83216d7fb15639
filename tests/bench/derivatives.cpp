// SPDX-License-Identifier: Apache-2.0
// Time to compute the derivative of a state, per body and compared with others.
#include <array>
#include <string>

#include "bench/evaluation.hpp"
#include "bench/interleaved.hpp"
#include "bench/questions.hpp"

namespace momentree::bench {
namespace {

void derivative(benchmark::State& state, const std::string& id, const Chain& chain) {
    const auto evaluation = makeEvaluation(id, chain);
    if (!evaluation) return state.SkipWithError("is not in this build");
    constexpr double slice = 4e-4;
    evaluation->call(0);
    const double once = secondsOf([&] { evaluation->call(1); });
    const int calls = std::max(1, static_cast<int>(slice / once / 2)) * 2;
    double least = 1.0;
    for ([[maybe_unused]] auto iteration : state)
        least = std::min(least, secondsOf([&] {
                                    for (int k = 0; k < calls; ++k) evaluation->call(k & 1);
                                }) / calls);
    state.counters["ns"] = least * 1e9;
    state.counters["ns_per_body"] = least * 1e9 / chain.links;
    state.counters["error"] = evaluation->error();
}

void against(benchmark::State& state, const std::string& ours, const std::string& theirs,
             const Chain& chain) {
    const auto a = makeEvaluation(ours, chain), b = makeEvaluation(theirs, chain);
    if (!a || !b) return state.SkipWithError("is not in this build");
    interleave(
        state, [&](int k) { a->call(k); }, [&](int k) { b->call(k); });
    state.counters["error"] = a->error();
    state.counters["peer_error"] = b->error();
}

/// ns per body of a long chain, and its ratio to that of a short one.
void growth(benchmark::State& state, const std::string& id, ChainJoint joint) {
    const Chain large{joint, 1024}, small{joint, 32};
    const auto a = makeEvaluation(id, large), b = makeEvaluation(id, small);
    interleave(
        state, [&](int k) { a->call(k); }, [&](int k) { b->call(k); });
    for (const char* counter : {"ratio", "ratio_median"})
        state.counters[counter] = state.counters[counter] * small.links / large.links;
}

}  // namespace

void registerDerivatives() {
    for (const ChainJoint joint : {ChainJoint::Revolute, ChainJoint::Spherical}) {
        const std::string type = name(joint);
        for (const char* id : {"naudet", "aba", "hdca", "dca", "bullet"})
            for (int n = 2; n <= 1024; n *= 2)
                benchmark::RegisterBenchmark(
                    ("derivative/" + type + "/" + id + "/" + std::to_string(n)).c_str(),
                    [=](benchmark::State& s) {
                        derivative(s, id, {joint, n});
                    })
                    ->Iterations(50);
        for (const auto& [ours, theirs] : {std::array{"naudet", "bullet"},
                                           {"aba", "bullet"},
                                           {"hdca", "bullet"},
                                           {"hdca", "dca"},
                                           {"naudet", "aba"},
                                           {"generated", "naudet"},
                                           {"generated", "bullet"}})
            for (const int n : {32, 128, 1024}) {
                // A processor's caches hold the code of some 200 bodies.
                if (n > 128 && std::string(ours) == "generated") continue;
                benchmark::RegisterBenchmark(
                    ("ratio/" + type + "/" + ours + "/" + theirs + "/" + std::to_string(n)).c_str(),
                    [=, a = std::string(ours), b = std::string(theirs)](benchmark::State& s) {
                        against(s, a, b, {joint, n});
                    })
                    ->Iterations(200);
            }
        for (const char* id : {"naudet", "aba", "hdca", "dca"})
            benchmark::RegisterBenchmark(("growth/" + type + "/" + id).c_str(),
                                         [=](benchmark::State& s) { growth(s, id, joint); })
                ->Iterations(200);
    }
}

}  // namespace momentree::bench
