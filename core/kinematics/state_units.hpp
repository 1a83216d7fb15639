// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Units in which states of mechanisms of any size and mass are alike, for tolerances: lengths in
/// sizes of the mechanism, angles in rad, speeds in those per second, momenta in those times the
/// mass or inertia that a coordinate moves.
struct JointUnits {
    Eigen::VectorXd q;         ///< [nq]
    Eigen::VectorXd u, p_hat;  ///< [nu]
};

/// @param bodies poses of the start
JointUnits jointUnits(const Model& model, std::span<const BodyKinematics<double>> bodies);

struct BodyUnits {
    double length = 1.0;                   ///< of r and v
    double momentum = 1.0, angular = 1.0;  ///< of m v and J_C w
};

/// [bodies]
std::vector<BodyUnits> bodyUnits(const Model& model,
                                 std::span<const BodyKinematics<double>> bodies);

}  // namespace momentree
