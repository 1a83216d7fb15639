// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_angles.hpp"

#include <cmath>

namespace momentree {

Matrix3d fromRollPitchYaw(const Vector3d& angles) {
    return (Eigen::AngleAxisd(angles.z(), Vector3d::UnitZ()) *
            Eigen::AngleAxisd(angles.y(), Vector3d::UnitY()) *
            Eigen::AngleAxisd(angles.x(), Vector3d::UnitX()))
        .toRotationMatrix();
}

Vector3d rollPitchYaw(const Matrix3d& R) {
    const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
    if (std::hypot(R(0, 0), R(1, 0)) < 1e-9)  // gimbal lock: only the sum of the other two is known
        return {std::atan2(-R(1, 2), R(1, 1)), pitch, 0.0};
    return {std::atan2(R(2, 1), R(2, 2)), pitch, std::atan2(R(1, 0), R(0, 0))};
}

}  // namespace momentree
