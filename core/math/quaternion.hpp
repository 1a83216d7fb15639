// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "core/math/spatial.hpp"

namespace momentree {

/// R = (e0^2 - e.e) I + 2 e e^T + 2 e0 e~ of the normalised e, so that Runge-Kutta stages off the
/// unit sphere also give rotations.
template <typename S>
Mat3<S> rotationOf(const Quat<S>& q) {
    using std::sqrt;
    const Quat<S> n = q / sqrt(q.squaredNorm());
    const S e0 = n[0];
    const Vec3<S> e = n.template tail<3>();
    return (e0 * e0 - e.squaredNorm()) * Mat3<S>::Identity() + S(2) * e * e.transpose() +
           S(2) * e0 * skew(e);
}

/// The unit quaternion of R with e0 >= 0 (Eigen's conversion), scalar first.
template <typename S>
Quat<S> quaternionOf(const Mat3<S>& R) {
    const Eigen::Quaternion<S> q(R);
    Quat<S> e(q.w(), q.x(), q.y(), q.z());
    return e[0] < S(0) ? Quat<S>(-e) : e;
}

/// edot = 1/2 e (x) (0, w); w is the relative angular velocity in axes of the outboard body
/// [rad/s].
template <typename S>
Quat<S> quaternionRate(const Quat<S>& q, const Vec3<S>& w) {
    const Vec3<S> e = q.template tail<3>();
    Quat<S> rate;
    rate[0] = -e.dot(w);
    rate.template tail<3>() = q[0] * w + e.cross(w);
    return S(0.5) * rate;
}

}  // namespace momentree
