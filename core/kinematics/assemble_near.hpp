// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/kinematics/assemble.hpp"

namespace momentree {

/// What the joints of the spanning tree do at one instant.
struct JointMotion {
    double time = 0.0;     ///< [s]
    Eigen::VectorXd q, u;  ///< [nq], [nu]
};

/// The consistent state nearest to `motion`: the loops closed by the shortest ways in the tree's
/// coordinates and speeds, prescribed motions where they are at that time. Refuses as `assemble`
/// does.
Result<InitialState> assembleNear(const Model& model, const JointMotion& motion,
                                  AssemblyReport* report = nullptr);

}  // namespace momentree
