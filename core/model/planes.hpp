// SPDX-License-Identifier: Apache-2.0
// Planes in which mechanisms move.
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// Whether two unit vectors are parallel but for rounding.
bool parallel(const Vector3d& a, const Vector3d& b);

/// Tree axes of all bodies in the world at q = 0 [Tree::bodies].
std::vector<Matrix3d> axesAtZero(const Tree& tree);

/// Axes of the plane normal to n; the world's own if n is its z.
Matrix3d planeAcross(const Vector3d& n);

/// Chooses `Constraint::axes` for closures between bodies that turn about one direction only, fixed
/// in space or in the body that carries the loop: the equation along the normal of its plane is
/// then always satisfied, as along z in a plane of the world, and does not depend on the other two.
void alignClosures(Model& model);

}  // namespace momentree
