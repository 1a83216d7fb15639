// SPDX-License-Identifier: Apache-2.0
// What writers of robots have in common: the start of a model, and loads at its joints.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

struct JointCoordinates {
    std::array<double, 7> q{};
    std::array<double, 6> u{};
};

/// A model in the pose of its start, in which all loops are closed.
struct RobotStart {
    InitialState state;
    std::vector<Frame> origins;                 ///< of the bodies, in the world
    std::vector<JointCoordinates> coordinates;  ///< of the joints; angles have their turns
};
Result<RobotStart> robotStartOf(const Model& model);

/// Spring, damper and kinetic friction about or along the axis of a joint.
struct JointLoad {
    double stiffness = 0.0, damping = 0.0, friction = 0.0;
    double rest = 0.0;  ///< coordinate at which the spring is slack
};
/// The torques and forces between the markers of a revolute or prismatic joint that are no more
/// than that; their names are added to `kept`. `notes` says where friction has further figures.
/// @param springs false for formats without springs: then torques and forces with one are left out
JointLoad jointLoadOf(const Model& model, int joint, std::set<std::string>& kept,
                      Diagnostics& notes, bool springs = true);

}  // namespace momentree
