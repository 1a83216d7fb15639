// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/reach_poses.hpp"
#include "core/kinematics/random_directions.hpp"

namespace momentree {

/// A pose near `from`, within the limits, in which a point is as close to its target as
/// `tolerance` [m]; nothing if none is found (damped least squares along the free motions, with the
/// limits that are in the way held).
std::optional<ReachedPose> pulledTo(const ReachPoses& mechanism, std::size_t point,
                                    const ReachedPose& from, const Vector3d& target,
                                    double tolerance);

/// The pose, on from `best`, in which a point is farthest along a unit vector: pulled along it, by
/// less and less.
/// @param step the first pull [m]
ReachedPose pulledFarthest(const ReachPoses& mechanism, std::size_t point, ReachedPose best,
                           const Vector3d& direction, double step);

/// A pose within the limits after some legs in random directions.
ReachedPose walked(const ReachPoses& mechanism, ReachedPose here, RandomDirections& random);

}  // namespace momentree
