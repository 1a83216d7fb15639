// SPDX-License-Identifier: Apache-2.0
// Bodies that turn by a rotation vector in each step.
#pragma once

#include <span>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"
#include "core/math/rotation_vector.hpp"

namespace momentree {

/// Largest turn of a body in one step [rad]; the equations are singular at a full turn.
inline constexpr double farthestTurn = 3.0;

/// Moves poses by a correction onto the constraints.
/// @param change [bodies] displacement and rotation vector, world axes
/// @param motions [bodies] with position r and quaternion e
template <typename Motion>
void moveBy(std::span<const Vec6<double>> change, std::vector<Motion>& motions,
            std::vector<BodyKinematics<double>>& bodies) {
    for (std::size_t i = 0; i < motions.size(); ++i) {
        Motion& q = motions[i];
        q.r += change[i].head<3>();
        q.e = turnedBy(q.e, bodies[i].R.transpose() * change[i].tail<3>());
        bodies[i].R = rotationOf<double>(q.e);
        bodies[i].r = q.r;
    }
}

}  // namespace momentree
