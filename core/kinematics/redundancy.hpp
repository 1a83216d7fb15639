// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "core/kinematics/pose_search.hpp"

namespace momentree {

/// Directions locked by a joint that closes a loop although other joints already lock them.
struct Redundancy {
    int joint = -1;     ///< into Model::joints, -1 for a coupling or a motion between markers
    int coupling = -1;  ///< into Model::couplings, -1 for none
    std::vector<std::string> directions;  ///< "shift along z", "turn about x": axes of marker A
};

/// Axes in which the rows of a constraint are described: those of marker A of its joint, as columns
/// in world axes.
Matrix3d constraintAxes(const Model& model, const Constraint& constraint,
                        std::span<const BodyKinematics<double>> bodies);
/// Turns rows of a point from its own axes to those.
Matrix3d alongMarker(const Model& model, const Constraint& constraint,
                     std::span<const BodyKinematics<double>> bodies);
/// The movement that a row of a constraint prevents, such as "shift along z", with rows of points
/// along those axes.
std::string directionOf(const Model& model, const Constraint& constraint, int row,
                        std::span<const BodyKinematics<double>> bodies);

/// The closure equations that depend on earlier ones, by joint in the order of the closures.
/// @param J [closureRows x nu] closure Jacobian at these poses, rows as in `closureState`
/// @param threshold smallest independent part of a row, relative to the largest row
std::vector<Redundancy> redundancies(const Model& model,
                                     std::span<const BodyKinematics<double>> bodies,
                                     const Eigen::MatrixXd& J, double threshold);

/// The same at a pose; of many loops, those that LoopMotions leaves out.
std::vector<Redundancy> redundanciesAt(const Model& model, const PoseSearch& pose);

/// "J4: shift along z, turn about x".
std::string textOf(const Model& model, const Redundancy& redundancy);

}  // namespace momentree
