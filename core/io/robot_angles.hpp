// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/spatial.hpp"

namespace momentree {

// Roll, pitch, yaw [rad] about the fixed axes x, y, z, as URDF and SDF write them: R = Rz Ry Rx.
Matrix3d fromRollPitchYaw(const Vector3d& angles);
/// Where pitch is a right angle, yaw is 0: only the sum of yaw and roll is known.
Vector3d rollPitchYaw(const Matrix3d& R);

}  // namespace momentree
