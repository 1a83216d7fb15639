// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/editing/fragment.hpp"

namespace momentree::app {

/// Reflects a model in the plane x = 0. Bodies stay right-handed: the local y axis is turned round
/// in each of them, so that what was at (x, y, z) in a body is at (x, -y, z). Rotations about the
/// axes of joints change their sign, shifts along them do not.
void mirror(ModelDescription& model);

/// Turns and shifts a model as `placement` says, with a mirrored model brought back to its place;
/// gravity and the directions of forces given in world axes turn with nothing but the mirror.
void move(ModelDescription& model, const Placement& placement);

}  // namespace momentree::app
