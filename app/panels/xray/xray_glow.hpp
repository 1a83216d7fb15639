// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scene/sight.hpp"
#include "core/kinematics/cures.hpp"

namespace momentree::app {

/// A glow on joints with redundant constraints, stronger the larger their share.
class XrayGlow final : public PictureLayer {
public:
    void setJoints(std::vector<OverheldJoint> joints) { joints_ = std::move(joints); }
    void setShown(bool shown) { shown_ = shown; }
    void paint(QPainter& painter, const Sight& sight) override;

private:
    std::vector<OverheldJoint> joints_;
    bool shown_ = false;
};

}  // namespace momentree::app
