// SPDX-License-Identifier: GPL-3.0-or-later
// Types and axes of joints. Changing them moves nothing: the markers of both bodies are turned so
// that the joint starts in the current pose.
#pragma once

#include <QString>

#include "app/document/edits/draw.hpp"

namespace momentree::app {

/// Decimal places of written coordinates [m]; assembly closes the remaining gaps.
inline constexpr int writtenPlaces = 6;
/// Decimal places of directions, and of positions where an oblique plane has to stay flat.
inline constexpr int finePlaces = 12;
double roundedTo(double value, int places);
Scalar3 scalarsOf(const Vector3d& v, int places);
/// Decimal places for points in a plane with this normal, in the axes in which they are written.
int placesIn(const Vector3d& normal);

/// Whether the joint's motion depends on an axis that can be turned.
bool hasAxis(const std::string& type);
/// Whether a coordinate (1, 2, ...) of joints of this type is a length instead of an angle.
bool slidesInstead(const std::string& type, int coordinate);
/// Whether joints of this type turn about z only, or about z and slide along it.
bool isHingeType(const std::string& type);
/// Whether a motor can drive the first coordinate of joints of this type.
bool canDrive(const std::string& type);
/// World frame of the joint's marker in the current pose.
Frame frameOf(const Drawing& drawing, const MarkerReference& reference);
/// Position and z of marker B or of marker A: where the joint is seen, and the direction in which
/// it acts.
struct JointAxis {
    Vector3d at, direction;
};
JointAxis axisOf(const Drawing& drawing, std::size_t joint);

/// Turns z of both markers to `axis` (world, any length). Markers shared with other elements are
/// kept, and the joint gets its own.
void setAxis(Drawing& drawing, std::size_t joint, const Vector3d& axis);
/// The same for a new joint, but only if its markers do not agree with each other and with `axis`.
void settleAxes(Drawing& drawing, std::size_t joint, const Vector3d& axis);
/// @return empty, or why the joint cannot have this type
QString setJointType(Drawing& drawing, std::size_t joint, const std::string& type);

}  // namespace momentree::app
