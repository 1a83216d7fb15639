// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cmath>

namespace momentree {

/// The rotation by the smallest angle that turns the direction of `from` into that of `to`; half a
/// turn about some perpendicular axis if they are opposite. (Eigen's FromTwoVectors takes the
/// compiler ten seconds.)
inline Eigen::Quaterniond shortestTurn(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    const Eigen::Vector3d a = from.normalized(), b = to.normalized();
    const double cosine = a.dot(b);
    if (cosine < -1.0 + 1e-12) {
        const Eigen::Vector3d axis = a.unitOrthogonal();
        return {0.0, axis.x(), axis.y(), axis.z()};
    }
    const Eigen::Vector3d axis = a.cross(b);
    return Eigen::Quaterniond(1.0 + cosine, axis.x(), axis.y(), axis.z()).normalized();
}

}  // namespace momentree
