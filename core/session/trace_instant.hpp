// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "core/session/later_start.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree {

/// The trace of a formulation at one instant of a motion.
struct InstantTrace {
    /// One evaluation of the equations of motion, or one step if it cannot be divided, with values.
    /// Its times are those of the fastest of several evaluations without values.
    EvaluationTrace evaluation;
    bool wholeStep = false;  ///< whether `evaluation` is a step
    EvaluationTrace steps;   ///< the following steps, with times only
    std::vector<std::int64_t>
        stepEnds;  ///< [ns] of the steady clock, beginning with the start of the first step
};

/// Traces a formulation at one instant with a separate stepper, so that a running simulation is not
/// affected. Uses the backend of `spec` if it is on this machine; for a board, the same formulation
/// sequentially. An error if the formulation cannot be traced.
/// @param start null for the model's start
/// @param steps number of steps to time, after a first one that warms the caches
Result<InstantTrace> traceInstant(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                  const RunSpec& spec, const LaterStart* start, int steps);

}  // namespace momentree
