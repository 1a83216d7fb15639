// SPDX-License-Identifier: Apache-2.0
// The parts of one step of divide and conquer, measured on this machine.
#pragma once

#include "core/session/catalogue.hpp"
#include "core/trace/join_plan.hpp"

namespace momentree {

struct StepParts {
    int bodies = 0, threads = 1;
    JoinCosts costs;             ///< from one thread; `handOver` from several, 0 if not measured
    double bodyByBody = 0.0;     ///< time of each body in the recursion [s]
    bool handOverFound = false;  ///< whether a node changed the thread
    /// What the threads did; `hand` is the thread. Begins at 0.
    std::vector<ScheduledTask> measured;
    double span = 0.0;     ///< of `measured` [s]
    double untimed = 0.0;  ///< of an evaluation without timing its nodes, mean of a run [s]
};

/// Measures a chain of links on spherical joints, by `hdca` and by `naudet`.
/// @param bodies at least 2
Result<StepParts> measureStepParts(const Catalogue& catalogue, int bodies, int threads);

}  // namespace momentree
