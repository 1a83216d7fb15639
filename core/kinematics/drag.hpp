// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// Pulls a point of a body to a position.
struct Pull {
    int body = 0;
    Vector3d point = Vector3d::Zero();   ///< from the centre of mass, body axes [m]
    Vector3d target = Vector3d::Zero();  ///< world [m]
};

/// Moves a mechanism by hand, from the pose `from` to a nearby pose that satisfies all loops and
/// has the pulled point as close to its target as the joints allow (Newton's method on the loops,
/// the pull in their null space; redundant loops are allowed). Velocities are zero. An error if the
/// loops cannot be closed.
Result<std::vector<BodyState>> drag(const Model& model, const std::vector<BodyState>& from,
                                    const Pull& pull);

}  // namespace momentree
