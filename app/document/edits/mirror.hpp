// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/edits/fragment.hpp"

namespace momentree::app {

/// Reflects a model in the plane x = 0. Bodies stay right-handed: the local y axis is turned round
/// in each of them, so that what was at (x, y, z) in a body is at (x, -y, z). Rotations about the
/// axes of joints change their sign, shifts along them do not.
void mirror(ModelDescription& model);

/// Turns and shifts a model as `placement` says. One that `mirror` has reflected is brought to
/// where the mirror of the placement has it; gravity stays, and the directions of forces given in
/// world axes follow the mirror alone.
void move(ModelDescription& model, const Placement& placement);

}  // namespace momentree::app
