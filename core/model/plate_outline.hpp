// SPDX-License-Identifier: Apache-2.0
// The rings along which links are cut.
#pragma once

#include <span>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

using Vector2d = Eigen::Vector2d;
/// Corners in order [m]; the last is joined to the first.
using Ring = std::vector<Vector2d>;

/// z of the cross product.
inline double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Counter-clockwise hull without points on its edges (Andrew's monotone chain); one or two points
/// if all are equal or collinear.
Ring convexHull(std::vector<Vector2d> points);

/// The ring, made counter-clockwise, or its convex hull if edges meet elsewhere than at common
/// corners.
Ring simpleRing(std::span<const Vector2d> corners);
bool isSimple(std::span<const Vector2d> ring);
/// Whether the open line through the corners does not meet itself.
bool isSimpleLine(std::span<const Vector2d> corners);

bool contains(std::span<const Vector2d> ring, const Vector2d& point);

/// Moves the edges of a counter-clockwise ring outwards by `by` [m], with mitred corners.
Ring pushedOut(std::span<const Vector2d> ring, double by);

/// How far the edges of a simple ring can move outwards without closing a notch, at most `most`
/// [m].
double rimOf(std::span<const Vector2d> ring, double most);

/// Axes whose xy plane contains the points; the given ones if they already do.
Matrix3d axesOfPlate(std::span<const Vector3d> points);
/// The points, seen along z of `axes`.
Ring flattened(std::span<const Vector3d> points, const Matrix3d& axes);

/// The corners of a body's outline, from its centre of mass in body axes [m]; empty if its shape
/// has no corners.
std::vector<Vector3d> outlineOf(const Model& model, const Body& body);
/// The same for an evaluated description, from the body's origin.
std::vector<Vector3d> outlineOf(const BodyDescription& body);
/// Whether the outline given by the body's shape crosses or touches itself.
bool crossesItself(const BodyDescription& body);

}  // namespace momentree
