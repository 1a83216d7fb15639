// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/constraints.hpp"

namespace momentree {

/// Multipliers sigma with J^T sigma = M a - b, over all rows of a model. If rows depend on each
/// other, there are many, and these are the ones with the least norm: first of the efforts of the
/// motions, then of all. Torques are compared with forces by the size of the mechanism.
struct LeastNorm {
    Eigen::VectorXd sigma;           ///< [constraintRows]
    std::vector<bool> uniqueJoint;   ///< [joints] whether its reaction has only one value
    std::vector<bool> uniqueMotion;  ///< [motions] whether its effort has only one value
    int open = 0;                    ///< rows that depend on others
};

/// @param terms [constraints] rows at these poses
/// @param bodies [bodies] their poses
/// @param wrenches [bodies] J^T sigma about the centres of mass, world axes
/// @param size of the mechanism [m]
/// @param threshold singular values of the rows, relative to the largest, that count as zero
LeastNorm leastNorm(const Model& model, std::span<const ConstraintTerms<double>> terms,
                    std::span<const BodyKinematics<double>> bodies,
                    std::span<const Vec6<double>> wrenches, double size, double threshold);

}  // namespace momentree
