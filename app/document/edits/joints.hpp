// SPDX-License-Identifier: GPL-3.0-or-later
// Types and axes of joints. Changing them moves nothing: the markers of both bodies are turned so
// that what is seen is what the joint starts from.
#pragma once

#include <QString>

#include "app/document/edits/draw.hpp"

namespace momentree::app {

/// Decimal places of written coordinates [m]; assembly closes what is left.
inline constexpr int writtenPlaces = 6;
/// Of directions, and of places where a plane askew in the body's axes has to stay exactly flat.
inline constexpr int finePlaces = 12;
double roundedTo(double value, int places);
Scalar3 scalarsOf(const Vector3d& v, int places);
/// Places of points in a plane with this normal, seen in the axes that they are written in.
int placesIn(const Vector3d& normal);

/// Whether the joint's motion depends on a direction that can be turned.
bool hasAxis(const std::string& type);
/// Whether a coordinate (1, 2, ...) of joints of this type is a length, else it is an angle.
bool slidesInstead(const std::string& type, int coordinate);
/// The joint's marker in the world, as drawn.
Frame frameOf(const Drawing& drawing, const MarkerReference& reference);
/// Point and z of marker B and of marker A: where the joint is seen, and along what it acts.
struct JointAxis {
    Vector3d at, direction;
};
JointAxis axisOf(const Drawing& drawing, std::size_t joint);

/// Turns z of both markers along `axis` (world, any length). Markers that something else uses too
/// are left, and the joint gets its own.
void setAxis(Drawing& drawing, std::size_t joint, const Vector3d& axis);
/// The same for a joint just made, only where its markers do not agree with each other and `axis`.
void settleAxes(Drawing& drawing, std::size_t joint, const Vector3d& axis);
/// @return empty, or why the joint cannot be of this type
QString setJointType(Drawing& drawing, std::size_t joint, const std::string& type);

}  // namespace momentree::app
