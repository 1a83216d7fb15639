// SPDX-License-Identifier: GPL-3.0-or-later
// What the drawing tools do to a description. Points are in world axes [m].
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/checked_model.hpp"

namespace momentree::app {

/// A point of the drawing and what is there already.
struct DrawnPoint {
    Vector3d at = Vector3d::Zero();
    /// A marker at that place, a body to make one on (marker empty), or nothing (body empty).
    MarkerReference on;
    bool free() const { return on.body.empty(); }
};

/// The start of the run becomes the given poses (body order of `model`): starts in joint
/// coordinates that the user gave are kept as such, with new values.
void writeStart(ModelDescription& description, const Model& model,
                const std::vector<BodyState>& bodies);

/// Whether everything starts at rest in the xy plane, so that the model can be drawn on flat.
bool drawnFlat(const ModelDescription& description);

/// All drawing starts from what is on screen.
struct Drawing {
    ModelDescription& description;
    const CheckedModel& seen;  ///< of that description, before it is changed
    /// The plane drawn in: its x and y, and its normal z, which axes of joints follow.
    Frame plane = {};
    std::string jointType = "revolute";       ///< of the joints that are made
    std::map<std::string, Frame> added = {};  ///< poses of the bodies drawn since

    /// A plate through the points, joined to what is under each of them. @return its name
    std::string addLink(std::span<const DrawnPoint> points);
    /// A block on a line through `at`, fixed to the body `onto`, and joined to what else is there.
    void addSlider(const DrawnPoint& at, const Vector3d& direction,
                   const std::string& onto = "ground");
    /// A joint between ground and what is there.
    void addGround(const DrawnPoint& at);
    /// A joint between two bodies. @param other its marker, or (marker empty) the body alone
    void addPin(const DrawnPoint& a, const MarkerReference& other);
    /// A joint between two markers.
    void join(const MarkerReference& a, const MarkerReference& b);
    /// A massless rod that holds two points apart.
    void addRod(const DrawnPoint& from, const DrawnPoint& to);
    void addSpring(const DrawnPoint& from, const DrawnPoint& to, bool damperOnly);
    void addForce(const DrawnPoint& at, const Vector3d& direction, double newtons);
    void addTorque(const DrawnPoint& at);
    /// Whether a joint of the model turns about one axis, so that springs can turn it.
    static bool isHinge(const CheckedModel& seen, int joint);
    /// Between the two links of a hinge; the spring is relaxed as it is seen.
    void addTorsionSpring(int joint);
    void addRotaryDamper(int joint);
    void addJointTorque(int joint);
    /// A constant speed on the first coordinate of a joint. False if it has one, or none to drive.
    bool addMotor(int joint);

    /// The marker at a point: that which is there, or a new one.
    MarkerReference markerAt(const DrawnPoint& point);
    Frame pose(const std::string& body) const;  ///< of the body's own origin and axes, world
};

/// Whether the corners of a link lie in one plane.
bool coplanar(std::span<const DrawnPoint> points);

/// Markers held together by hinges, starting from one of them.
std::vector<MarkerReference> hingedWith(const ModelDescription& model,
                                        const MarkerReference& marker);

/// Moves markers in their bodies to a place in the world; masses that followed from the shape
/// follow again. @return empty, or which expression stands in the way
std::string reshape(Drawing drawing, const std::vector<MarkerReference>& markers,
                    const Vector3d& to);

}  // namespace momentree::app
