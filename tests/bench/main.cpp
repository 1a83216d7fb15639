// SPDX-License-Identifier: Apache-2.0
// momentree-bench: the speed of formulations and backends compared with a peer, with the flags of
// Google Benchmark. Figures are smallest times; ratios are between programs that ran alternately.
#include <benchmark/benchmark.h>

#include "bench/questions.hpp"

int main(int argc, char** argv) {
    using namespace momentree::bench;
    registerDerivatives();
    registerSimulations();
    registerScaling();
    registerWorkers();
    registerBatches();
    registerLoops();
    registerLocalLoops();
    registerMonitor();
    registerPlanar();
    registerAnalyses();
    benchmark::AddCustomContext("preset", MOMENTREE_PRESET);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
