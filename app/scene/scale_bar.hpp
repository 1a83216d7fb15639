// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scene/sight.hpp"

namespace momentree::app {

/// A round length at the lower right, in pictures seen perpendicular to the plane.
class ScaleBar final : public PictureLayer {
public:
    void paint(QPainter& painter, const Sight& sight) override;
};

}  // namespace momentree::app
