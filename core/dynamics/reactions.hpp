// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/constraints.hpp"
#include "core/stepping/sample.hpp"

namespace momentree {

/// Writes the reactions of all joints and the efforts of all motions into `sample`.
/// @param terms [constraints] rows at these poses
/// @param sigma [constraintRows] multipliers; their wrenches are J^T sigma
void writeReactions(const Model& model, std::span<const BodyKinematics<double>> bodies,
                    std::span<const ConstraintTerms<double>> terms, const Eigen::VectorXd& sigma,
                    Sample& sample);

}  // namespace momentree
