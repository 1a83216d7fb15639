// SPDX-License-Identifier: Apache-2.0
// One function per question; each adds its benchmarks to the program.
#pragma once

namespace momentree::bench {

void registerDerivatives();
void registerSimulations();
void registerScaling();
void registerWorkers();
void registerBatches();
void registerLoops();
void registerLocalLoops();
void registerMonitor();
void registerPlanar();
void registerAnalyses();

}  // namespace momentree::bench
