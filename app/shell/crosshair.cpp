// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/crosshair.hpp"

#include "app/panels/plots/plot_docks.hpp"
#include "app/panels/transport/time_slider.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/shown_row.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {

Crosshair::Crosshair(PlotDocks& plots, TimeSlider& slider, Viewport& viewport,
                     const RunController& run, const LiveModel& live)
    : QObject(&plots), viewport_(viewport), run_(run), live_(live) {
    viewport_.addLayer(&instant_);
    connect(&plots, &PlotDocks::timeHovered, this, &Crosshair::mark);
    connect(&plots, &PlotDocks::timeHovered, &slider, &TimeSlider::setCrosshair);
    connect(&slider, &TimeSlider::hovered, &plots, &PlotDocks::setCrosshair);
    connect(&run_, &RunController::runChanged, this, [this] { mark(std::nullopt); });
}

void Crosshair::mark(std::optional<double> seconds) {
    const bool was = instant_.marked();
    std::vector<double> row;
    if (seconds && run_.hasRun() && live_.runIsCurrent()) {
        const auto rows = run_.session().recording();
        row.resize(static_cast<std::size_t>(rows->width()));
        rowForDisplay(*rows, run_.session().layout(), static_cast<int>(run_.model().bodies.size()),
                      *seconds, row);
    }
    instant_.mark(std::move(row));
    if (was || instant_.marked()) viewport_.update();
}

}  // namespace momentree::app
