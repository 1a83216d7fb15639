// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/trace/evaluation_trace.hpp"

namespace momentree::app {

/// A traced evaluation in single steps, as in a debugger: one equation of one node per step, in the
/// order of evaluation.
class EvaluationSteps {
public:
    EvaluationSteps() = default;
    explicit EvaluationSteps(std::shared_ptr<const EvaluationTrace> trace);

    const EvaluationTrace& trace() const { return *trace_; }
    int count() const { return static_cast<int>(steps_.size()); }
    /// Pieces of work: all steps of one node in one pass.
    int pieceCount() const { return static_cast<int>(firstOfPiece_.size()); }
    int pieceOf(int step) const { return at(step).piece; }
    int firstOf(int piece) const { return firstOfPiece_[static_cast<std::size_t>(piece)]; }

    int sweepIndex(int step) const { return at(step).sweep; }
    int resultIndex(int step) const { return at(step).result; }  ///< in the work's results
    /// Index in the pass.
    int workIndex(int step) const { return at(step).work; }
    const TracedSweep& sweep(int step) const;
    const TracedWork& work(int step) const;
    const TracedResult& result(int step) const;
    /// The first step of a node's work: in the pass of `near`, otherwise in the next pass with this
    /// node, otherwise in any; -1 if there is none.
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
