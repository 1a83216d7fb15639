// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/trace/evaluation_trace.hpp"

namespace momentree::app {

/// A traced evaluation as a debugger walks through it: one equation of one node a step, in the
/// order in which they were evaluated.
class EvaluationSteps {
public:
    EvaluationSteps() = default;
    explicit EvaluationSteps(std::shared_ptr<const EvaluationTrace> trace);

    const EvaluationTrace& trace() const { return *trace_; }
    int count() const { return static_cast<int>(steps_.size()); }
    /// Pieces of work: everything for one node in one pass.
    int pieceCount() const { return static_cast<int>(firstOfPiece_.size()); }
    int pieceOf(int step) const { return at(step).piece; }
    int firstOf(int piece) const { return firstOfPiece_[static_cast<std::size_t>(piece)]; }

    int sweepIndex(int step) const { return at(step).sweep; }
    int resultIndex(int step) const { return at(step).result; }  ///< in the results of the work
    /// Its place in the pass.
    int workIndex(int step) const { return at(step).work; }
    const TracedSweep& sweep(int step) const;
    const TracedWork& work(int step) const;
    const TracedResult& result(int step) const;
    /// The step at which a node's work begins: in the same pass as `near`, else in the next one
    /// that has the node, else in any; -1 if there is none.
    int find(int node, int near) const;

private:
    struct Step {
        int sweep, work, result, piece;
    };
    const Step& at(int step) const { return steps_[static_cast<std::size_t>(step)]; }

    std::shared_ptr<const EvaluationTrace> trace_ = std::make_shared<const EvaluationTrace>();
    std::vector<Step> steps_;
    std::vector<int> firstOfPiece_;
};

}  // namespace momentree::app
