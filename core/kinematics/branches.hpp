// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/structural_rank.hpp"

namespace momentree {

/// The directions in which a mechanism can leave a singular pose, where its closures lose rank and
/// paths of motion cross: J v = 0 and Y^T Jdot(v) v = 0 for all Y with Y^T J = 0. Found only if
/// each is a path, not a surface; otherwise empty.
/// @param pose satisfies the closures
/// @param rank of the closures outside singular poses
/// @return speeds [nu] of unit length in the units of the scales
std::vector<Eigen::VectorXd> branchesAt(const PoseSearch& pose, const Model& model, double t,
                                        int rank);

/// The speeds along the branch that the description chooses, or along the only one that fits the
/// given speeds. Where the paths form a surface, or motions drive the mechanism: speeds x with
/// A x + rate = 0 and Y^T d(A x + rate)/dt = 0 for all Y with Y^T A = 0, the present ones if they
/// do, or the only ones with the given speeds of joints. Empty at rest. The error lists the
/// possible ones, or says that a motion leaves the pose from rest: no speed can tell then on which
/// path.
/// @param ranks of the closures
/// @param u [nu] speeds that satisfy the closures
/// @param starts given coordinates and speeds of joints
/// @param tolerance of given speeds, relative to the largest
Result<Eigen::VectorXd> speedsOnBranch(const Model& model, double t, const PoseSearch& pose,
                                       const ClosureRanks& ranks, const Eigen::VectorXd& u,
                                       const std::vector<GivenStart>& starts, double tolerance);

/// The speeds of the mechanism of a group that its closures leave free.
int freedomsOf(const Model& model, const PoseSearch& pose, const ClosureGroup& group);

/// Whether the loops can be closed beside a pose with all motions at their values of a time `later`
/// after it [s], on one of the ways that leave it with the motions held.
/// @param pose satisfies the closures
bool closesBeside(const Model& model, const PoseSearch& pose, double later);

}  // namespace momentree
