// SPDX-License-Identifier: GPL-3.0-or-later
// The changes made by drawing tools. Points are in world axes [m].
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/checked_model.hpp"

namespace momentree::app {

/// A point of the drawing, with what already exists there.
struct DrawnPoint {
    Vector3d at = Vector3d::Zero();
    /// An existing marker, a body to make one on (marker empty), or nothing (body empty).
    MarkerReference on;
    bool free() const { return on.body.empty(); }
};

/// Sets the start of the run to the given poses (body order of `model`). Starts given in joint
/// coordinates stay in this form, with new values.
void writeStart(ModelDescription& description, const Model& model,
                const std::vector<BodyState>& bodies);

/// Whether everything starts at rest in the xy plane, so that drawing can be planar.
bool drawnFlat(const ModelDescription& description);

/// Draws in the model that is on screen.
struct Drawing {
    ModelDescription& description;
    const CheckedModel& seen;  ///< the description before it is changed
    /// The drawing plane: its x and y, and its normal z, which joint axes follow.
    Frame plane = {};
    std::string jointType = "revolute";       ///< of new joints
    std::map<std::string, Frame> added = {};  ///< poses of new bodies

    /// Adds a plate through the points and joins it to what is under each of them.
    /// @return its name
    std::string addLink(std::span<const DrawnPoint> points);
    /// Divides a link that `canSplit` in the middle, with a joint there. What holds its second
    /// point then holds the new link.
    void splitLink(int link);
    /// Adds a block on a line through `at` that is fixed to the body `onto`, and joins it to what
    /// else is there.
    void addSlider(const DrawnPoint& at, const Vector3d& direction,
                   const std::string& onto = "ground");
    /// Adds a joint between ground and what is there.
    void addGround(const DrawnPoint& at);
    /// Adds a joint between two bodies.
    /// @param other its marker, or only the body (marker empty)
    void addPin(const DrawnPoint& a, const MarkerReference& other);
    /// Adds a joint between two markers.
    void join(const MarkerReference& a, const MarkerReference& b);
    /// Adds a massless rod that keeps two points at their distance.
    void addRod(const DrawnPoint& from, const DrawnPoint& to);
    void addSpring(const DrawnPoint& from, const DrawnPoint& to, bool damperOnly);
    /// A ball at `to`, which rebounds from a plane through `from` across the line between them, or
    /// from a ball there that it touches.
    void addContact(const DrawnPoint& from, const DrawnPoint& to, bool spheres);
    /// A joint that keeps a roller at `to` on a round cam, eccentric about `from`; they touch.
    void addCam(const DrawnPoint& from, const DrawnPoint& to);
    void addForce(const DrawnPoint& at, const Vector3d& direction, double newtons);
    void addTorque(const DrawnPoint& at);
    /// Whether a joint of the model has a single axis of rotation, as torsion springs require.
    static bool isHinge(const CheckedModel& seen, int joint);
    /// Adds a torsion spring between the two links of a hinge, relaxed in the current pose.
    void addTorsionSpring(int joint);
    void addRotaryDamper(int joint);
    void addJointTorque(int joint);
    /// Adds a constant speed to the first coordinate of a joint. Returns false if it already has a
    /// motion, or no coordinate.
    bool addMotor(int joint);
    /// Limits the first coordinate of a joint to 90 deg or 0.1 m on both sides of the current pose,
    /// with restitution 0.5. Returns false if it has limits already, or no such coordinate.
    bool addLimits(int joint);
    /// Friction about or along the axis of a revolute, prismatic or cylindrical joint. Returns
    /// whether the joint is one.
    /// @param sticks exact friction, which holds the joint at rest, instead of a smooth one
    bool addFriction(int joint, bool sticks);
    /// Couples the first coordinates of joints, which keep their sum: two wheels turn in opposite
    /// directions. Returns false if there are fewer than two or one has no coordinate.
    bool addCoupling(const std::vector<int>& joints);

    /// The marker at a point, which is created if necessary.
    MarkerReference markerAt(const DrawnPoint& point);
    Frame pose(const std::string& body) const;  ///< of the body's origin and axes, world
};

/// Whether a link has two points at places without expressions, and the mass of its shape.
bool canSplit(const BodyDescription& body);

/// Whether the corners of a link lie in one plane.
bool coplanar(std::span<const DrawnPoint> points);

/// All markers connected by hinges to one of them, including it.
std::vector<MarkerReference> hingedWith(const ModelDescription& model,
                                        const MarkerReference& marker);

/// Moves markers in their bodies to a world position; masses that are derived from the shape are
/// updated.
/// @return empty, or the expression that prevents it
std::string reshape(Drawing drawing, const std::vector<MarkerReference>& markers,
                    const Vector3d& to);

}  // namespace momentree::app
