// SPDX-License-Identifier: Apache-2.0
// Cost of a fork-join, also after a pause.
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "bench/interleaved.hpp"
#include "bench/questions.hpp"
#include "core/execution/workers.hpp"

namespace momentree::bench {
namespace {

/// Work that compilers cannot remove, about a nanosecond per iteration.
double work(int iterations) {
    double x = 1.0;
    for (int k = 0; k < iterations; ++k) x = 0.5 * (x + 2.0 / x);
    return x;
}

/// Two shares of `iterations` each, one after the other and on two threads.
void forkJoin(benchmark::State& state, int iterations, int pause) {
    Workers workers(2);
    std::vector<double> results(16);
    const auto share = [&](int i) { results[static_cast<std::size_t>(8 * i)] = work(iterations); };
    interleave(
        state,
        [&](int) {
            benchmark::DoNotOptimize(work(pause));
            workers.forEach(2, share);
        },
        [&](int) {
            benchmark::DoNotOptimize(work(pause));
            share(0), share(1);
        });
    benchmark::DoNotOptimize(results.data());
}

}  // namespace

void registerWorkers() {
    for (const int iterations : {0, 300, 1000, 3000, 10000})
        for (const int pause : {0, 3000})
            benchmark::RegisterBenchmark(
                ("fork_join/" + std::to_string(iterations) + "/pause/" + std::to_string(pause))
                    .c_str(),
                [=](benchmark::State& s) { forkJoin(s, iterations, pause); })
                ->Iterations(200);
}

}  // namespace momentree::bench
