// SPDX-License-Identifier: GPL-3.0-or-later
// Plans the runs for a work-precision diagram.
#pragma once

#include <QString>
#include <vector>

#include "app/runs/run_item.hpp"
#include "core/study/study.hpp"

namespace momentree::app {

class RunSet;

/// One line of the diagram: a method with several steps or tolerances.
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

/// Every method with `count` steps, each half of the previous one (tolerances: a tenth), compared
/// with a reference with these settings. Steps divide the sample interval, so that none is
/// shortened, and the first is close to four times that of the method.
/// @param duration [s]
WorkPlan workPlan(const std::vector<WorkMethod>& methods, const RunSpec& reference, int count,
                  double duration);

/// Settings of a run that is much more accurate than those of the diagram: tight tolerances if the
/// formulation supports such an integrator, otherwise a step far below the smallest.
RunSpec accurateSpec(const Catalogue& catalogue, const Model& model, const RunSpec& like,
                     int count);

}  // namespace momentree::app
