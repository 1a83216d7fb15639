// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// E(p) = [-e, e~ + e0 I]: w = 2 E p' in world axes, p' = 1/2 E^T w on the unit sphere (THEORY
/// 6.3).
inline Vector3d timesE(const Quat<double>& p, const Quat<double>& x) {
    const Vector3d e = p.tail<3>(), y = x.tail<3>();
    return p[0] * y - x[0] * e + e.cross(y);
}
/// E(p)^T w.
inline Quat<double> timesET(const Quat<double>& p, const Vector3d& w) {
    const Vector3d e = p.tail<3>();
    Quat<double> out;
    out << -e.dot(w), p[0] * w - e.cross(w);
    return out;
}

/// One body in absolute coordinates: position of the centre of mass and Euler parameters, with
/// first and second derivatives.
struct Index3Coordinates {
    Vector3d r = Vector3d::Zero(), v = Vector3d::Zero(), a = Vector3d::Zero();
    Quat<double> p{1.0, 0.0, 0.0, 0.0}, pd = Quat<double>::Zero(), pdd = Quat<double>::Zero();

    Vector3d w() const { return 2.0 * timesE(p, pd); }
    Vector3d alpha() const { return 2.0 * timesE(p, pdd); }
    /// Rates on the unit sphere: p.p' = 0.
    void setRates(const Vector3d& velocity, const Vector3d& w) {
        v = velocity;
        pd = 0.5 * timesET(p, w);
    }
    /// p.p'' = -p'.p'.
    void setAccelerations(const Vector3d& acceleration, const Vector3d& alpha) {
        a = acceleration;
        pdd = 0.5 * timesET(p, alpha) - pd.squaredNorm() * p;
    }
    /// Moves by dq = [dr; turn], world axes.
    void move(const Vec6<double>& dq) {
        r += dq.head<3>();
        p += 0.5 * timesET(p, dq.tail<3>());
        p.normalize();
    }
};

/// Positions a step h later with the accelerations of now; the rates are left for `follow`.
Index3Coordinates predicted(const Index3Coordinates& from, double h);
/// Rates of the trapezoidal rule over a step h: v = 2/h (q - q0) - v0, a = 4/h^2 (q - q0) - 4/h v0
/// - a0.
void follow(Index3Coordinates& q, const Index3Coordinates& from, double h);

/// The leaf of one body: N = Mcc^-1.
struct Index3Leaf {
    double inverseMass = 0.0;
    Matrix3d inverseInertia = Matrix3d::Zero();  ///< world axes
    Matrix3d stiffness = Matrix3d::Zero();       ///< c K_geo, world axes
    Vec6<double> times(const Vec6<double>& x) const {
        Vec6<double> out;
        out << inverseMass * x.head<3>(), inverseInertia * x.tail<3>();
        return out;
    }
};

/// Inverse of a symmetric matrix if it is positive definite; false leaves `out` as it is.
bool invertPositive(const Matrix3d& A, Matrix3d& out);

}  // namespace momentree
