// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/kinematics/assemble.hpp"

namespace momentree {

/// State of the joints of the spanning tree at one instant.
struct JointMotion {
    double time = 0.0;     ///< [s]
    Eigen::VectorXd q, u;  ///< [nq], [nu]
};

/// The consistent state nearest to `motion`: loops are closed by the smallest change of the tree's
/// coordinates and speeds; prescribed motions have their values at that time. Same errors as
/// `assemble`.
Result<InitialState> assembleNear(const Model& model, const JointMotion& motion,
                                  AssemblyReport* report = nullptr);

}  // namespace momentree
