// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// One free motion of a mechanism.
struct FreeMotion {
    Eigen::VectorXd speeds;  ///< [nu] of the tree's joints; the leading one is 1
    int lead = 0;            ///< tree body with the leading inboard joint
};

/// A basis of the null space of the closures' Jacobian at these poses, with prescribed motions
/// held: one motion per degree of freedom, each with a leading joint coordinate that is zero in all
/// others.
/// @param ofVelocities with the rows that restrict velocities alone
/// @param least so many motions that the mechanism is known to have: loops that close only within a
/// tolerance may seem to hold some of them
std::vector<FreeMotion> freeMotions(const Model& model, double t,
                                    const std::vector<BodyState>& bodies, bool ofVelocities = false,
                                    int least = 0);

/// Poses along a free motion with all loops closed, from the farthest backwards through `bodies` to
/// the farthest forwards; fewer on a side where the motion ends.
/// @param reach of the farthest pose, as a multiple of the motion's speeds
/// @param steps on each side
struct Swing {
    std::vector<std::vector<BodyState>> poses;
    std::size_t middle = 0;  ///< index of the starting pose
};
Swing swingAlong(const Model& model, double t, const std::vector<BodyState>& bodies,
                 const FreeMotion& motion, double reach, int steps);

/// The largest reach that moves no joint by more than `distance` [m] and turns no body by more than
/// `angle` [rad], to first order.
double reachOf(const Model& model, double t, const std::vector<BodyState>& bodies,
               const FreeMotion& motion, double distance, double angle);

/// Dimensionless singular values of the closures' Jacobian, largest first; empty without closures.
/// Angles are scaled with the mechanism's radius of gyration. At a singular pose, fewer of them are
/// clearly nonzero than elsewhere.
/// @param ofVelocities with the rows that restrict velocities alone
Eigen::VectorXd closureSingularValues(const Model& model, double t,
                                      const std::vector<BodyState>& bodies,
                                      bool ofVelocities = true);

}  // namespace momentree
