// SPDX-License-Identifier: Apache-2.0
// A robot as its formats describe it, before it becomes a model: a tree of links, drawn in the pose
// in which every joint is at 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/robot_shape.hpp"
#include "core/model/description.hpp"
#include "core/model/link_mass.hpp"
#include "core/result.hpp"

namespace momentree {

/// A joint of a link with its parent. Position and axis are in the axes of the link.
struct RobotJoint {
    enum class Kind { Revolute, Prismatic, Screw, Planar, Spherical, Free, Fixed };
    std::string name;
    Kind kind = Kind::Revolute;
    Vector3d axis = Vector3d::UnitZ(), at = Vector3d::Zero();  ///< [-] [m]
    double damping = 0.0, stiffness = 0.0, friction = 0.0;     ///< about or along the axis
    double rest = 0.0;  ///< coordinate at which the spring is slack [rad] or [m]
    double lead = 0.0;  ///< of a screw: displacement along the axis per turn about it [m]
    std::optional<double> least = {}, most = {};  ///< of the coordinate [rad] or [m]
    /// At the start: rate of the coordinate, of a screw and of its displacement; of a spherical
    /// joint the angular velocity relative to the parent, in the axes of the link; of a free one
    /// the velocity in the world before that.
    std::vector<double> speeds = {};
    int line = 0;
};

struct RobotLink {
    std::string name;
    int parent = -1;                 ///< an earlier link, or -1 for ground
    Frame at = {};                   ///< in the axes of the parent
    std::vector<RobotJoint> joints;  ///< from the parent outwards; none: rigidly attached
    MassProperties mass;             ///< in the axes of the link
    std::optional<Message> unknown;  ///< why mass and inertia cannot be told
    std::vector<RobotVisual> visuals, collisions;  ///< in the axes of the link
    std::string color;                             ///< of the body, "#rrggbb" or empty
    int line = 0;
};

/// Speeds within about twice of which the friction of a robot's joint changes its sign: formats of
/// robots have none [rad/s] [m/s].
inline constexpr double frictionTurn = 0.02, frictionSlide = 0.005;

/// A joint that closes a loop: `fixed`, `spherical`, `revolute`, `prismatic`, `universal` or
/// `screw`.
struct RobotLoop {
    std::string name, type;
    int a = -1, b = -1;        ///< links, or -1 for ground
    Frame onA = {}, onB = {};  ///< in their axes
    double lead = 0.0;         ///< of a screw, as of a `RobotJoint` [m]
    int line = 0;
};

/// A spring and damper between two points.
struct RobotSpring {
    std::string name;
    int a = -1, b = -1;                                   ///< links, or -1 for ground
    Vector3d onA, onB;                                    ///< in their axes [m]
    double stiffness = 0.0, damping = 0.0, length = 0.0;  ///< [N/m] [N s/m] [m]
    int line = 0;
};

/// A joint that follows another one: q = multiplier times its q + offset.
struct RobotMimic {
    std::string joint, master;
    double multiplier = 1.0, offset = 0.0;
    int line = 0;
    std::string name = {};  ///< of the coupling; empty: after the joint
};

struct Robot {
    std::string name;
    Vector3d gravity = Vector3d::Zero();  ///< [m/s^2]
    std::vector<RobotLink> links;         ///< parents before children
    std::vector<RobotLoop> loops;
    std::vector<RobotMimic> mimics;
    std::vector<RobotSpring> springs;
    Place::Kind linkKind = Place::Kind::Link;  ///< in messages
    int line = 0;
};

/// Whether an inertia is positive definite, as models need it (see `buildModel`).
bool isPositive(const Matrix3d& J);
/// The least principal moment of an inertia.
double leastMoment(const Matrix3d& J);
/// An inertia with principal moments that are zero, or negative by rounding, raised to the smaller
/// of that of a steel ball of this mass and a thousandth of the largest moment. Others, and those
/// that are more negative, stay as they are.
Matrix3d raisedInertia(const MassProperties& mass);
/// The same mass seen from another frame: `at` is the frame of its axes in the new ones.
MassProperties moved(const MassProperties& mass, const Frame& at);
/// Several masses as one, by the parallel axis theorem.
MassProperties combined(const std::vector<MassProperties>& masses);

/// Two spherical joints between the same two links, with the same distance on both, become one
/// revolute joint about the line through them: so is a hinge written where loops are closed by
/// points.
void mergeHinges(std::vector<RobotLoop>& loops);

/// Whether a joint has a spring, a damper or friction.
bool hasLoad(const RobotJoint& joint);
/// They as one torque or force between the markers of a joint, named after the joint.
/// @param sign of the joint's coordinate in that of `made`
ForceDescription loadOf(const RobotJoint& joint, const JointDescription& made, double sign);

/// Couples joints that follow others; `notes` lists those that are not joints of the model.
void addMimics(const std::vector<RobotMimic>& mimics, ModelDescription& model, Diagnostics& notes);

/// The robot as a model. Links that are rigidly attached to others are lumped with them; their
/// frames become markers. Massless links between joints are removed where the joints together are
/// one that models have (see `compoundOf`); massless links that carry nothing are held. `notes`
/// lists what was changed.
/// @param root link that is fixed to ground in place of the root, see `holdAt`; empty: none
Result<ModelDescription> modelOf(Robot robot, const std::string& root, Diagnostics& notes);

}  // namespace momentree
