// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "core/math/quaternion.hpp"

// Functions of a rotation vector u, whose direction is the axis and whose length t is the angle
// [rad], in body axes.
namespace momentree {

/// The unit quaternion of exp(u~).
inline Quat<double> exponential(const Vec3<double>& u) {
    const double t = u.norm();
    const double factor = t < 1e-4 ? 0.5 - t * t / 48.0 : std::sin(0.5 * t) / t;
    Quat<double> e;
    e << std::cos(0.5 * t), factor * u;
    return e;
}

/// e followed by the rotation of u.
inline Quat<double> turnedBy(const Quat<double>& e, const Vec3<double>& u) {
    const Quat<double> next = exponential(u);
    const Vec3<double> a = e.tail<3>(), b = next.tail<3>();
    Quat<double> out;
    out << e[0] * next[0] - a.dot(b), e[0] * b + next[0] * a + a.cross(b);
    out.normalize();
    return out;
}

/// T = dexp_{-u} = I - (1 - cos t)/t^2 u~ + (t - sin t)/t^3 u~^2: exp(u + du) = exp(u) exp(T du).
inline Mat3<double> tangentOf(const Vec3<double>& u) {
    const double s = u.squaredNorm(), t = std::sqrt(s);
    const bool small = s < 1e-4;
    const double first = small ? 0.5 - s / 24.0 + s * s / 720.0 : (1.0 - std::cos(t)) / s;
    const double second =
        small ? 1.0 / 6.0 - s / 120.0 + s * s / 5040.0 : (t - std::sin(t)) / (s * t);
    const Mat3<double> U = skew<double>(u);
    return Mat3<double>::Identity() - first * U + second * U * U;
}

/// c(s) = (1 - t/2 cot(t/2)) / s with s = t^2, and its derivative with respect to s.
struct CotangentTerm {
    explicit CotangentTerm(double s) {
        if (s < 0.01) {
            value = 1.0 / 12.0 + s * (1.0 / 720.0 + s * (1.0 / 30240.0 + s / 1209600.0));
            slope = 1.0 / 720.0 + s * (1.0 / 15120.0 + s * (1.0 / 403200.0 + s / 11975040.0));
            return;
        }
        const double t = std::sqrt(s), cotangent = 1.0 / std::tan(0.5 * t);
        value = (1.0 - 0.5 * t * cotangent) / s;
        const double growth = (0.5 * cotangent - 0.25 * t * (1.0 + cotangent * cotangent)) / t;
        slope = (-0.5 * growth - value) / s;
    }
    double value, slope;
};

/// T^-1 = I + u~/2 + c u~^2; regular up to a full turn.
inline Mat3<double> inverseTangentOf(const Vec3<double>& u) {
    const Mat3<double> U = skew<double>(u);
    return Mat3<double>::Identity() + 0.5 * U + CotangentTerm(u.squaredNorm()).value * U * U;
}

}  // namespace momentree
