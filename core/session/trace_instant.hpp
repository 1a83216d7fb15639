// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "core/session/later_start.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree {

/// The inside of a formulation at one instant of a motion.
struct InstantTrace {
    /// One evaluation of the equations of motion, or one step where that is the least, with values.
    /// Its times are those of the quickest of a few evaluations without values being taken down.
    EvaluationTrace evaluation;
    bool wholeStep = false;  ///< whether `evaluation` is a step
    EvaluationTrace steps;   ///< times of the steps from there on
    std::vector<std::int64_t>
        stepEnds;  ///< [ns] of the steady clock, the start of the first before
};

/// Takes down what the formulation does at an instant, on a stepper of its own: nothing that runs
/// notices. With the backend of `spec` where that is on this machine; for a board the same
/// formulation sequentially.
/// @param start where; null for the model's start @param steps to be taken for their times, after a
/// first one that warms the caches. Refuses where the formulation cannot be traced.
Result<InstantTrace> traceInstant(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                                  const RunSpec& spec, const LaterStart* start, int steps);

}  // namespace momentree
