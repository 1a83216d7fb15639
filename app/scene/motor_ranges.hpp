// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/scene/sight.hpp"
#include "core/kinematics/travel.hpp"

namespace momentree::app {

/// The way of a motor that cannot go on for ever.
struct MotorRange {
    int motion = 0;
    Travel travel;
    std::vector<BodyState> from;  ///< the pose at `Travel::start`
};

/// Draws the ranges of motors of hinges as arcs: what can be reached, what cannot, and the angles
/// at the ends.
class MotorRanges final : public PictureLayer {
public:
    /// @param model to which the ranges belong; for other models nothing is drawn
    void set(std::shared_ptr<const Model> model, std::vector<MotorRange> ranges);
    const std::vector<MotorRange>& ranges() const { return ranges_; }
    void paint(QPainter& painter, const Sight& sight) override;

private:
    std::shared_ptr<const Model> model_;
    std::vector<MotorRange> ranges_;
};

}  // namespace momentree::app
