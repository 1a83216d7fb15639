// SPDX-License-Identifier: Apache-2.0
// Times of steps as a figure of a paper shows them.
#pragma once

#include <vector>

#include "core/papers/paper.hpp"
#include "core/study/cost_curve.hpp"

namespace momentree {

/// Runs of the figure with 1, 2, 4, ... threads up to those of this machine.
CostPlan costPlan(const PaperCost& cost, int machineThreads);

/// The value that the figure shows for a size of a curve: the time of all steps [s], the speedup
/// against one thread, or that over the threads; NaN where it was not measured.
double shownCost(const PaperCost& cost, const CostFigure& figure, const CostCurve& curve,
                 std::size_t size);

/// "cost.order", "cost.128.time" with one thread [s], "cost.128.threads" (fewest threads that need
/// less than 10 ms for a step with 128 bodies), "cost.speedup" and "cost.efficiency" (of the most
/// threads at the largest size), those that were measured.
PaperFacts costFacts(const PaperCost& cost, const CostFigure& figure);

}  // namespace momentree
