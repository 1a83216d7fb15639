// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/quaternion.hpp"

namespace momentree {

/// E(p) = [-e, e~ + e0 I]: w = 2 E p' in world axes, p' = 1/2 E^T w on the unit sphere (THEORY
/// 6.3).
template <typename S>
Vec3<S> timesE(const Quat<S>& p, const Quat<S>& x) {
    const Vec3<S> e = p.template tail<3>(), y = x.template tail<3>();
    return p[0] * y - x[0] * e + e.cross(y);
}
/// E(p)^T w.
template <typename S>
Quat<S> timesET(const Quat<S>& p, const Vec3<S>& w) {
    const Vec3<S> e = p.template tail<3>();
    Quat<S> out;
    out << -e.dot(w), p[0] * w - e.cross(w);
    return out;
}

/// One body in absolute coordinates: position of the centre of mass and Euler parameters, with
/// first and second derivatives. The increments of a step are stored separately, so that rates are
/// not differences of positions.
template <typename S>
struct Index3Coordinates {
    Vec3<S> r = Vec3<S>::Zero(), v = Vec3<S>::Zero(), a = Vec3<S>::Zero();
    Quat<S> p{S(1), S(0), S(0), S(0)}, pd = Quat<S>::Zero(), pdd = Quat<S>::Zero();
    Vec3<S> dr = Vec3<S>::Zero();  ///< since the start of the step
    Quat<S> dp = Quat<S>::Zero();

    Vec3<S> w() const { return S(2) * timesE<S>(p, pd); }
    Vec3<S> alpha() const { return S(2) * timesE<S>(p, pdd); }
    /// Rates on the unit sphere: p.p' = 0.
    void setRates(const Vec3<S>& velocity, const Vec3<S>& w) {
        v = velocity;
        pd = S(0.5) * timesET<S>(p, w);
    }
    /// p.p'' = -p'.p'.
    void setAccelerations(const Vec3<S>& acceleration, const Vec3<S>& alpha) {
        a = acceleration;
        pdd = S(0.5) * timesET<S>(p, alpha) - pd.squaredNorm() * p;
    }
    /// Displaces by dq = [dr; rotation], world axes.
    void move(const Vec6<S>& dq) {
        r += dq.template head<3>();
        dr += dq.template head<3>();
        turnBy(S(0.5) * timesET<S>(p, dq.template tail<3>()));
    }
    /// Positions after a step h with the current accelerations; `follow` sets the rates.
    Index3Coordinates predicted(S h) const;
    /// Rates of the trapezoidal rule over a step h: v = 2/h (q - q0) - v0, a = 4/h^2 (q - q0) -
    /// 4/h v0 - a0.
    void follow(const Index3Coordinates& from, S h);

private:
    void turnBy(const Quat<S>& change);
};

/// The leaf of one body: N = Mcc^-1.
template <typename S>
struct Index3Leaf {
    S inverseMass = S(0);
    Mat3<S> inverseInertia = Mat3<S>::Zero();  ///< world axes
    Vec6<S> times(const Vec6<S>& x) const {
        Vec6<S> out;
        out << inverseMass * x.template head<3>(), inverseInertia * x.template tail<3>();
        return out;
    }
};

/// Inverse of a symmetric matrix if it is positive definite; otherwise returns false and leaves
/// `out` unchanged.
template <typename S>
bool invertPositive(const Mat3<S>& A, Mat3<S>& out);

}  // namespace momentree
