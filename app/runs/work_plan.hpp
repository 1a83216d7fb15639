// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs a work-precision diagram is made of.
#pragma once

#include <QString>
#include <vector>

#include "app/runs/run_item.hpp"
#include "core/study/study.hpp"

namespace momentree::app {

class RunSet;

/// One line of the diagram: a method over several steps or tolerances.
struct WorkMethod {
    QString name;
    int style = 0;
    RunSpec spec;
    bool adaptive = false;
};

/// The methods of the visible runs, each once.
std::vector<WorkMethod> methodsOf(const RunSet& runs);

struct WorkPlan {
    std::vector<PlannedRun> runs;      ///< the reference first
    std::vector<std::size_t> methods;  ///< of each run; 0 for the reference
};

/// Every method at `count` steps, each half of the one before (tolerances: a tenth), against a
/// reference with these settings. Steps divide the interval of samples, so that no step is cut
/// short, and the first is near four times that of the method.
/// @param duration [s]
WorkPlan workPlan(const std::vector<WorkMethod>& methods, const RunSpec& reference, int count,
                  double duration);

/// A run that is much more accurate than any of the diagram: tight tolerances where the
/// formulation takes such an integrator, else a step far below the smallest.
RunSpec accurateSpec(const Catalogue& catalogue, const Model& model, const RunSpec& like,
                     int count);

}  // namespace momentree::app
