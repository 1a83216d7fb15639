// SPDX-License-Identifier: Apache-2.0
// A robot as its formats describe it, before it becomes a model: a tree of links, drawn in the pose
// in which every joint is at 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/description.hpp"
#include "core/model/link_mass.hpp"
#include "core/result.hpp"

namespace momentree {

/// A joint of a link with its parent. Position and axis are in the axes of the link.
struct RobotJoint {
    enum class Kind { Revolute, Prismatic, Planar, Spherical, Free, Fixed };
    std::string name;
    Kind kind = Kind::Revolute;
    Vector3d axis = Vector3d::UnitZ(), at = Vector3d::Zero();  ///< [-] [m]
    double damping = 0.0, stiffness = 0.0;                     ///< about or along the axis
    double rest = 0.0;  ///< coordinate at which the spring is slack [rad] or [m]
    int line = 0;
};

struct RobotLink {
    std::string name;
    int parent = -1;                 ///< an earlier link, or -1 for ground
    Frame at = {};                   ///< in the axes of the parent
    std::vector<RobotJoint> joints;  ///< from the parent outwards; none: rigidly attached
    MassProperties mass;             ///< in the axes of the link
    std::optional<Message> unknown;  ///< why mass and inertia cannot be told
    ShapeDescription::Kind shape = ShapeDescription::Kind::Auto;
    Frame shapeAt = {};                ///< centre and axes of the shape, in those of the link
    Vector3d size = Vector3d::Zero();  ///< as in ShapeDescription
    std::string color;                 ///< "#rrggbb" or empty
    int line = 0;
};

/// A joint that closes a loop: `fixed` or `spherical`.
struct RobotLoop {
    std::string name, type;
    int a = -1, b = -1;        ///< links, or -1 for ground
    Frame onA = {}, onB = {};  ///< in their axes
    int line = 0;
};

/// A joint that follows another one: q = multiplier times its q + offset.
struct RobotMimic {
    std::string joint, master;
    double multiplier = 1.0, offset = 0.0;
    int line = 0;
};

struct Robot {
    std::string name;
    Vector3d gravity = Vector3d::Zero();  ///< [m/s^2]
    std::vector<RobotLink> links;         ///< parents before children
    std::vector<RobotLoop> loops;
    std::vector<RobotMimic> mimics;
    Place::Kind linkKind = Place::Kind::Link;  ///< in messages
    int line = 0;
};

/// "#rrggbb" of red, green, blue and opacity from 0 to 1; empty for black and for the invisible.
std::string colorText(const std::vector<double>& rgba);

/// The same mass seen from another frame: `at` is the frame of its axes in the new ones.
MassProperties moved(const MassProperties& mass, const Frame& at);
/// Several masses as one, by the parallel axis theorem.
MassProperties combined(const std::vector<MassProperties>& masses);

/// Couples joints that follow others; `notes` lists those that are not joints of the model.
void addMimics(const std::vector<RobotMimic>& mimics, ModelDescription& model, Diagnostics& notes);

/// The robot as a model. Links that are rigidly attached to others are lumped with them; their
/// frames become markers. Massless links between joints are removed where the joints together are a
/// universal, cylindrical, spherical or free joint; massless links that carry nothing are held.
/// `notes` lists what was changed.
Result<ModelDescription> modelOf(Robot robot, Diagnostics& notes);

}  // namespace momentree
