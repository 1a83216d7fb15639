// SPDX-License-Identifier: Apache-2.0
// How the links of robots are drawn.
#pragma once

#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// A solid or mesh of a link, to be drawn or for contact.
struct RobotVisual {
    PartDescription::Kind kind = PartDescription::Kind::Box;
    Frame at = {};                     ///< of its centre, or of the mesh's origin
    Vector3d size = Vector3d::Zero();  ///< as in PartDescription
    std::string mesh, color;           ///< as in PartDescription
    int line = 0;
};

/// A solid of a link that is `at` in the axes of its body.
PartDescription partOf(const RobotVisual& visual, const Frame& at);
/// Sets the kind of a shape with parts. One solid about the centre of mass becomes the shape
/// itself, which can be edited.
/// @param com from the body's origin [m]
void settle(ShapeDescription& shape, const Vector3d& com);

/// The solids and meshes of a body, from its centre of mass in its axes; none for other shapes.
std::vector<RobotVisual> visualsOf(const Body& body);
/// The solids and meshes of a body for contact in other programs, likewise.
std::vector<RobotVisual> collisionsOf(const Body& body);
/// Says that geometry of another kind is left out.
Message solidIgnored(const std::string& kind);
/// Says that geometry with a size of 0 or less is left out.
Message solidWithoutSize(const std::string& kind);
/// Says that bodies pass through each other.
Message collisionsKept();

/// Quoted names for a message, which end in "..." if there are many.
std::string listed(const std::vector<std::string>& names);
/// A name without the characters that separate names in models.
std::string allowedName(std::string name);
/// Numbers of a vector; those near 0, 1 and -1, which products of rotations leave inexact, are
/// rounded.
Scalar3 scalars(const Vector3d& v);
/// "#rrggbb" of red, green, blue and opacity from 0 to 1; empty for black and for the invisible.
std::string colorText(const std::vector<double>& rgba);

}  // namespace momentree
