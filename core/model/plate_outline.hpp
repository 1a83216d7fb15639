// SPDX-License-Identifier: Apache-2.0
// The rings of corners that links are cut along.
#pragma once

#include <span>
#include <vector>

#include "core/model/model.hpp"

namespace momentree {

using Vector2d = Eigen::Vector2d;
/// Corners in their order, the last joined to the first [m].
using Ring = std::vector<Vector2d>;

/// z of the cross product.
inline double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Counter-clockwise, without points on its edges (Andrew's monotone chain); two points or one
/// where all lie in a line or at one place.
Ring convexHull(std::vector<Vector2d> points);

/// The ring itself, turned counter-clockwise; the convex hull where edges of it meet elsewhere than
/// at their common corner.
Ring simpleRing(std::span<const Vector2d> corners);
bool isSimple(std::span<const Vector2d> ring);
/// Whether a line from corner to corner, without the edge from the last to the first, is simple.
bool isSimpleLine(std::span<const Vector2d> corners);

bool contains(std::span<const Vector2d> ring, const Vector2d& point);

/// A counter-clockwise ring whose edges are moved outwards by `by` [m] and mitred.
Ring pushedOut(std::span<const Vector2d> ring, double by);

/// How far the edges of a simple ring can move outwards, `most` [m] at the utmost, without closing
/// a notch.
double rimOf(std::span<const Vector2d> ring, double most);

/// Axes in whose xy plane the points lie: the given ones if they already do.
Matrix3d axesOfPlate(std::span<const Vector3d> points);
/// Points as seen along z of `axes`.
Ring flattened(std::span<const Vector3d> points, const Matrix3d& axes);

/// Where the corners of a body's outline are, from its centre of mass in its axes [m]; none where
/// its shape names none.
std::vector<Vector3d> outlineOf(const Model& model, const Body& body);
/// The same from the body's origin, of an evaluated description.
std::vector<Vector3d> outlineOf(const BodyDescription& body);
/// Whether the outline that a body's shape names meets itself.
bool crossesItself(const BodyDescription& body);

}  // namespace momentree
