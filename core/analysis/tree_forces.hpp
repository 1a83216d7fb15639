// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kinematics/constraints.hpp"

namespace momentree {

/// The multipliers of a model's constraints, without units, as its tree gives them: those of the
/// closures determine those of the joints in the tree, from the leaves to ground.
struct TreeForces {
    Eigen::VectorXd sigma;  ///< [constraintRows] one solution of J^T sigma = wrenches
    Eigen::MatrixXd null;   ///< [constraintRows x redundant] columns with J^T x = 0, of length 1
};

/// Much faster than a decomposition of all rows of J. Empty if the joints of the tree do not divide
/// the motions of their bodies into free and locked ones, as in a loosely assembled pose.
/// @param terms [constraints] rows at these poses
/// @param bodies [bodies]
/// @param wrenches [bodies] J^T sigma about the centres of mass, world axes
/// @param size of the mechanism [m], by which torques and multipliers of angles are divided
/// @param threshold pivots of the closures, relative to the largest, that count as zero
std::optional<TreeForces> treeForces(const Model& model,
                                     std::span<const ConstraintTerms<double>> terms,
                                     std::span<const BodyKinematics<double>> bodies,
                                     std::span<const Vec6<double>> wrenches, double size,
                                     double threshold);

}  // namespace momentree
