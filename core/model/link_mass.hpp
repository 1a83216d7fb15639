// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/math/spatial.hpp"

namespace momentree {

/// A link cut from a plate: everything within half a width of a ring around its points, or less
/// where that would close a notch. Two points give a bar with square ends half a width beyond them;
/// one point gives a square.
struct LinkPlate {
    double width = 0.02, thickness = 0.02;  ///< [m]
    double density = 2700.0;                ///< [kg/m^3], aluminium
};

enum class PlateCut {
    Hull,    ///< along the convex hull of the points, in any order
    Outline  ///< in the order of the points; along the hull if that crosses itself
};

struct MassProperties {
    double mass = 0.0;                ///< [kg]
    Vector3d com = Vector3d::Zero();  ///< in the axes of the points [m]
    Matrix3d J_C = Matrix3d::Zero();  ///< about the centre of mass [kg m^2]
};

/// Mass, centre and inertia of a plate link in the xy plane; the plate is centred on z = 0.
/// @param points one or more [m]; z is ignored
MassProperties massOf(const LinkPlate& plate, std::span<const Vector3d> points,
                      PlateCut cut = PlateCut::Hull);

}  // namespace momentree
