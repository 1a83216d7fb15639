// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "app/scene/marked_instant.hpp"

namespace momentree::app {

class LiveModel;
class PlotDocks;
class RunController;
class TimeSlider;
class Viewport;

/// Marks the time under the mouse, in a plot or on the time slider, in all plots, on the slider and
/// as an outline in the scene.
class Crosshair final : public QObject {
    Q_OBJECT
public:
    Crosshair(PlotDocks& plots, TimeSlider& slider, Viewport& viewport, const RunController& run,
              const LiveModel& live);
    const MarkedInstant& instant() const { return instant_; }

private:
    void mark(std::optional<double> seconds);

    Viewport& viewport_;
    const RunController& run_;
    const LiveModel& live_;
    MarkedInstant instant_;
};

}  // namespace momentree::app
