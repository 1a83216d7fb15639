// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The start that a description gives for one joint, in the joint's own coordinates.
struct GivenStart {
    int joint = 0;  ///< index into Model::joints
    int tree = -1;  ///< the body of the tree that the joint carries, -1 if it closes a loop
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    bool hasQ = false, hasU = false;
    /// The motion that prescribes each speed and so takes precedence, -1 for none.
    std::array<int, 6> motion{-1, -1, -1, -1, -1, -1};
    int line = 0;  ///< in the file
};

/// In the order of the description.
std::vector<GivenStart> givenStarts(const Model& model);

/// How far the joint's coordinates are from the given ones, along its speeds [nu of the joint; rad,
/// m]. Angles are compared without full turns.
Eigen::VectorXd changeOf(const Model& model, const GivenStart& given,
                         std::span<const BodyKinematics<double>> bodies);

/// The joint's speeds per speed of the tree [nu of the joint x nu].
/// @param q [nq] tree coordinates of the poses
Eigen::MatrixXd speedsOf(const Model& model, const JointElement& joint, const Eigen::VectorXd& q,
                         std::span<const BodyKinematics<double>> bodies);

/// The tree's speed that is, up to its sign, speed k of a given joint in the tree.
int treeSpeed(const Model& model, const GivenStart& given, int k);

/// Coordinate k (from 0) that a motion of a joint prescribes.
int prescribedCoordinate(const Model& model, int motion);

/// "0.3", or "[0.3, 1]".
std::string listText(std::span<const double> values);

/// Warnings for given coordinates and speeds that a motion replaces by other ones at t = 0.
/// @param tolerance of angles [rad], and of lengths relative to `size` [m]
Diagnostics replacedByMotions(const Model& model, const GivenStart& given, double tolerance,
                              double size);

}  // namespace momentree
