// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/turned.hpp"

namespace momentree {

/// A rotation as in `turned` followed by another, both in body axes.
template <typename S>
Vec3<S> composed(const Vec3<S>& turn, const Vec3<S>& next) {
    return (turn + next + S(0.5) * turn.cross(next)) / (S(1) - S(0.25) * turn.dot(next));
}

/// One body during a step: its start and its current iterate. The displacement is stored separately
/// from the pose, so that velocities are not differences of positions.
template <typename S>
struct Index3Motion {
    Vec3<S> r0 = Vec3<S>::Zero(), r = Vec3<S>::Zero();  ///< centre of mass
    Quat<S> e0{S(1), S(0), S(0), S(0)}, e = e0;
    Mat3<S> R0 = Mat3<S>::Identity();
    Vec3<S> v0 = Vec3<S>::Zero(), W0 = Vec3<S>::Zero();   ///< at the start; W in body axes
    Vec3<S> d = Vec3<S>::Zero(), turn = Vec3<S>::Zero();  ///< since the start, see `turned`
    /// Mean accelerations of the last two steps, A in body axes.
    Vec3<S> a = Vec3<S>::Zero(), A = Vec3<S>::Zero(), aBefore = a, ABefore = A;

    /// Starts from the current pose with linearly extrapolated accelerations.
    void predict(const Mat3<S>& R, const Vec3<S>& v, const Vec3<S>& w, S h) {
        r0 = r;
        e0 = e;
        R0 = R;
        v0 = v;
        W0 = R0.transpose() * w;
        d = h * v0 + S(0.5) * h * h * (S(2) * a - aBefore);
        turn = h * W0 + S(0.5) * h * h * (S(2) * A - ABefore);
        place();
    }
    /// Displaces by dr and a rotation, world axes, from the pose with axes R.
    void move(const Mat3<S>& R, const Vec6<S>& dq) {
        d += dq.template head<3>();
        turn = composed<S>(turn, R.transpose() * dq.template tail<3>());
        place();
    }
    void place() {
        r = r0 + d;
        e = turned<S>(e0, turn);
    }
};

}  // namespace momentree
