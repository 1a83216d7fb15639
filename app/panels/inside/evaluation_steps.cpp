// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/evaluation_steps.hpp"

#include <algorithm>

namespace momentree::app {

EvaluationSteps::EvaluationSteps(std::shared_ptr<const EvaluationTrace> trace)
    : trace_(std::move(trace)) {
    for (std::size_t s = 0; s < trace_->sweeps.size(); ++s)
        for (std::size_t w = 0; w < trace_->sweeps[s].work.size(); ++w) {
            const auto results = static_cast<int>(trace_->sweeps[s].work[w].results.size());
            if (results == 0) continue;
            firstOfPiece_.push_back(count());
            for (int r = 0; r < results; ++r)
                steps_.push_back({static_cast<int>(s), static_cast<int>(w), r, pieceCount() - 1});
        }
}

const TracedSweep& EvaluationSteps::sweep(int step) const {
    return trace_->sweeps[static_cast<std::size_t>(at(step).sweep)];
}

const TracedWork& EvaluationSteps::work(int step) const {
    return sweep(step).work[static_cast<std::size_t>(at(step).work)];
}

const TracedResult& EvaluationSteps::result(int step) const {
    return work(step).results[static_cast<std::size_t>(at(step).result)];
}

int EvaluationSteps::find(int node, int near) const {
    int later = -1, any = -1;
    for (int piece = 0; piece < pieceCount(); ++piece) {
        const int first = firstOf(piece);
        if (work(first).node != node) continue;
        if (sweepIndex(first) == sweepIndex(near)) return first;
        if (later < 0 && first > near) later = first;
        if (any < 0) any = first;
    }
    return later >= 0 ? later : any;
}

}  // namespace momentree::app
