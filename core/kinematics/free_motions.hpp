// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// One free motion of a mechanism.
struct FreeMotion {
    Eigen::VectorXd speeds;  ///< [nu] of the tree's joints; the leading one is 1
    int lead = 0;            ///< tree body whose inboard joint leads
};

/// A basis of the null space of the closures' Jacobian at these poses, prescribed motions held: one
/// motion per degree of freedom, each led by one joint coordinate that is zero in all others.
std::vector<FreeMotion> freeMotions(const Model& model, double t,
                                    const std::vector<BodyState>& bodies);

/// Poses along a free motion with all loops closed, from its farthest one backwards over `bodies`
/// in the middle to the farthest one forwards; fewer on a side where the motion ends.
/// @param reach of the farthest pose, times the motion's speeds; @param steps to either side
struct Swing {
    std::vector<std::vector<BodyState>> poses;
    std::size_t middle = 0;  ///< index of the pose it started from
};
Swing swingAlong(const Model& model, double t, const std::vector<BodyState>& bodies,
                 const FreeMotion& motion, double reach, int steps);

/// The reach that moves no joint by more than `distance` [m] and turns no body by more than `angle`
/// [rad], to first order.
double reachOf(const Model& model, double t, const std::vector<BodyState>& bodies,
               const FreeMotion& motion, double distance, double angle);

/// Singular values of the closures' Jacobian, without dimension: angles and lengths are compared by
/// the mechanism's radius of gyration. Largest first; empty without closures. If fewer
/// of them are clearly above zero than the rank elsewhere, the pose is singular.
Eigen::VectorXd closureSingularValues(const Model& model, double t,
                                      const std::vector<BodyState>& bodies);

}  // namespace momentree
