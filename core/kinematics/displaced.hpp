// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Moves a pose by `shift` and turns it by |turn| about `turn`, world axes.
inline void displace(BodyKinematics<double>& body, const Vector3d& shift, const Vector3d& turn) {
    body.r += shift;
    if (const double angle = turn.norm(); angle > 0.0)
        body.R = Eigen::AngleAxisd(angle, turn.normalized()) * body.R;
}

}  // namespace momentree
