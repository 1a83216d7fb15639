// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace momentree::bench {

/// Wall time of `work` [s].
template <typename Work>
double secondsOf(const Work& work) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Times `ours` and `theirs` alternately in slices, so that both are subject to the same
/// disturbances. Counters: `ns` and `peer_ns`, the smallest time per call; `ratio` of these, and
/// `ratio_median` of the slices' medians.
template <typename Ours, typename Theirs>
void interleave(benchmark::State& state, const Ours& ours, const Theirs& theirs) {
    constexpr double slice = 4e-4;  // [s] shorter than a scheduler's, so that some are undisturbed
    const auto callsPerSlice = [](const auto& f) {
        f(0), f(1);
        const double once =
            std::min(secondsOf([&] { f(0), f(1); }), secondsOf([&] { f(0), f(1); }));
        return std::max(1, static_cast<int>(slice / once)) * 2;
    };
    const auto timed = [](const auto& f, int calls) {
        return secondsOf([&] {
                   for (int k = 0; k < calls; ++k) f(k & 1);
               }) /
               calls;
    };
    const int ourCalls = callsPerSlice(ours), theirCalls = callsPerSlice(theirs);
    std::vector<double> our, their;
    for ([[maybe_unused]] auto iteration : state) {
        our.push_back(timed(ours, ourCalls));
        their.push_back(timed(theirs, theirCalls));
    }
    std::ranges::sort(our);
    std::ranges::sort(their);
    state.counters["ns"] = our.front() * 1e9;
    state.counters["peer_ns"] = their.front() * 1e9;
    state.counters["ratio"] = our.front() / their.front();
    state.counters["ratio_median"] = our[our.size() / 2] / their[their.size() / 2];
}

}  // namespace momentree::bench
