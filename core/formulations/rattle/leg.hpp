// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/rotation_vector.hpp"

namespace momentree::rattle {

/// Angular momentum times h at one end of a step with the rotation u = h W, in the axes of the body
/// there (THEORY 6.9): (dexp^-1_{s u})^T J u, s = +1 at the start and -1 at the end.
inline Vec3<double> leg(double s, const Mat3<double>& J, const Vec3<double>& u) {
    const Vec3<double> y = J * u, turned = u.cross(y);
    return y + 0.5 * s * turned + CotangentTerm(u.squaredNorm()).value * u.cross(turned);
}

/// Its derivative with respect to u.
inline Mat3<double> legTangent(double s, const Mat3<double>& J, const Vec3<double>& u) {
    const CotangentTerm c(u.squaredNorm());
    const Vec3<double> y = J * u, turned = u.cross(y);
    const Mat3<double> U = skew<double>(u), Y = skew<double>(y);
    return J + 0.5 * s * (U * J - Y) + c.value * (U * U * J - skew<double>(turned) - U * Y) +
           2.0 * c.slope * u.cross(turned) * u.transpose();
}

}  // namespace momentree::rattle
