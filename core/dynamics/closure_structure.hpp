// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/structural_rank.hpp"

namespace momentree {

/// What every solution for the impulses of closed loops relies on, found once per run: Sc = J M^-1
/// J^T has one block per group of closures, with a known rank and a known scale (THEORY 3.9).
struct ClosureStructure {
    ClosureRanks ranks;
    /// Diagonal of Sc, its largest values at the start and at some other poses [closureRows].
    Eigen::VectorXd compliance;
    /// Factors that make violations relative [constraintRows]: 1/size of the mechanism for lengths
    /// [1/m], 1 for angles.
    Eigen::VectorXd relative;
};

/// @param bodies poses that satisfy the closures at time t
ClosureStructure closureStructure(const Model& model, const std::vector<BodyState>& bodies,
                                  double t = 0.0);

}  // namespace momentree
