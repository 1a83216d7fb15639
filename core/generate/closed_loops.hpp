// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/closure_structure.hpp"
#include "core/generate/equations.hpp"

namespace momentree {

/// How generated code closes the loops of a model: the rows and ranks of `closureStructure`, group
/// by group, with the scales and weights by which `ClosureSolver` chooses pivots.
struct ClosedLoops {
    RecordedLoops loops;                ///< with groups; empty for an open tree
    std::vector<double> scale, weight;  ///< [rows]
};
ClosedLoops closedLoops(const Model& model, const ClosureStructure& structure);
/// With the structure of a start.
ClosedLoops closedLoops(const Model& model, const InitialState& initial);

/// The inputs of `recordEquations` after the time: `startNumbers`, then those of loops.
/// @param q [nq] of the start, with turns
/// @param feedback of violations [1/s], `RunSpec::baumgarte`
std::vector<double> startNumbers(const Model& model, const InitialState& initial,
                                 const Eigen::VectorXd& q, const ClosedLoops& closed,
                                 double feedback);

}  // namespace momentree
