// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Closes the loops by Newton's method: the shortest way from the tree's coordinates q [nq] to
/// some that satisfy all closures at t; redundant ones do no harm. Bodies come to rest there. False
/// if it does not get there; q and bodies are then where it gave up.
bool closeLoops(const Model& model, double t, Eigen::VectorXd& q,
                std::vector<BodyKinematics<double>>& bodies);

}  // namespace momentree
