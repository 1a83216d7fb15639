// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/counted_angles.hpp"

namespace momentree {

/// Coordinate of an axial load and its rate: angle about z of A from x of A to x of B, or
/// displacement along z of A.
template <typename S>
struct AxialCoordinate {
    S x, rate;
};

/// @param torque an angle instead of a displacement
/// @param counted whether the angle is needed; otherwise 0
/// @param near the angle to within pi
template <typename S>
AxialCoordinate<S> axialCoordinate(bool torque, bool counted, const MarkerKinematics<S>& A,
                                   const MarkerKinematics<S>& B, double near) {
    const Vec3<S> z = A.R.col(2);
    if (torque) {
        const S angle = counted ? withTurns(angleAboutZ(A, B), near) : S(0);
        return {angle, z.dot(B.w - A.w)};
    }
    const Vec3<S> d = B.r - A.r;
    return {z.dot(d), z.dot(B.v - A.v) + A.w.cross(z).dot(d)};
}

/// @param near the angle to within pi
template <typename S>
AxialCoordinate<S> axialCoordinate(const AxialLoad& load, const MarkerKinematics<S>& A,
                                   const MarkerKinematics<S>& B, double near) {
    return axialCoordinate(load.torque, load.isSpring(), A, B, near);
}

}  // namespace momentree
