// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// Force or torque of an applied load at time t, world axes [N or N m].
/// @param R of its body; not read if the direction is fixed in the world
template <typename S>
Vec3<S> actionOf(const AppliedLoad& load, const Mat3<S>& R, double t) {
    Vec3<S> action = load.direction.cast<S>();
    if (load.bodyAxes) action = R * action;
    action *= static_cast<S>(load.law.at(t).f);
    return action;
}

}  // namespace momentree
