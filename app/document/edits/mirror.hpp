// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/edits/fragment.hpp"

namespace momentree::app {

/// Reflects a model in the plane x = 0. Bodies stay right-handed: the local y axis of each is
/// reversed, so that the point (x, y, z) of a body becomes (x, -y, z). Rotations about joint axes
/// change their sign, translations along them do not.
void mirror(ModelDescription& model);

/// Rotates and translates a model according to `placement`. A model reflected by `mirror` is moved
/// to the reflection of the placement. Gravity stays; directions of forces in world axes are only
/// reflected.
void move(ModelDescription& model, const Placement& placement);

}  // namespace momentree::app
