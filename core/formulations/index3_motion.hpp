// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/quaternion.hpp"

namespace momentree {

/// One body over a step: where it starts and where the iteration is.
struct Index3Motion {
    Vector3d r0 = Vector3d::Zero(), r = Vector3d::Zero();  ///< centre of mass
    Quat<double> e0{1.0, 0.0, 0.0, 0.0}, e{1.0, 0.0, 0.0, 0.0};
    Matrix3d R0 = Matrix3d::Identity();
    Vector3d v0 = Vector3d::Zero(), W0 = Vector3d::Zero();  ///< at the start; W in body axes
    Vector3d turn = Vector3d::Zero();                       ///< from e0 to e, see `turned`
    /// Mean accelerations of the last step and of the one before, A in body axes.
    Vector3d a = Vector3d::Zero(), A = Vector3d::Zero(), aBefore = a, ABefore = A;
};

/// e turned by 2 tan(angle / 2) along an axis, body axes (Cayley).
inline Quat<double> turned(const Quat<double>& e, const Vector3d& turn) {
    Quat<double> out = e + quaternionRate<double>(e, turn);
    out.normalize();
    return out;
}

/// What turns `from` into `to`.
inline Vector3d turnBetween(const Quat<double>& from, const Quat<double>& to) {
    const Vector3d f = from.tail<3>(), t = to.tail<3>();
    return 2.0 / from.dot(to) * (from[0] * t - to[0] * f - f.cross(t));
}

}  // namespace momentree
