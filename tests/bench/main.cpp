// SPDX-License-Identifier: Apache-2.0
// momentree-bench: the speed of formulations and backends, beside a peer, with Google Benchmark's
// own flags. Figures are least times; ratios are of programs that ran in turn.
#include <benchmark/benchmark.h>

#include "bench/questions.hpp"

int main(int argc, char** argv) {
    using namespace momentree::bench;
    registerDerivatives();
    registerSimulations();
    registerScaling();
    registerWorkers();
    registerBatches();
    registerPlanar();
    benchmark::AddCustomContext("preset", MOMENTREE_PRESET);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
