// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scene/sight.hpp"

namespace momentree::app {

/// Draws the limits of joints: for a turn an arc between ticks, for a slide stops across the way.
class JointLimits final : public PictureLayer {
public:
    void paint(QPainter& painter, const Sight& sight) override;
};

}  // namespace momentree::app
