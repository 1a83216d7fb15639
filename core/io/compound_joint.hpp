// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/robot.hpp"

namespace momentree {

/// One joint of a model in place of one or several joints of a robot.
struct CompoundJoint {
    std::string type;  ///< as in JointDescription
    Frame at = {};     ///< of both markers, in the axes of the link, where all joints are at 0
};

/// The joint that allows exactly the motion of `joints`, which follow each other without mass
/// between them, outermost first; empty if models have none. Two revolute joints whose axes cross
/// at right angles are universal, three whose axes meet in a point spherical, a revolute and a
/// prismatic one along one line cylindrical, two translations with a turn about the normal of their
/// plane planar, three translations with three rotations free.
std::optional<CompoundJoint> compoundOf(const std::vector<RobotJoint>& joints);

/// The speeds of that joint where `joints` have theirs; empty for spherical and free joints in
/// place of several.
std::optional<std::vector<double>> speedsOf(const std::vector<RobotJoint>& joints);

}  // namespace momentree
