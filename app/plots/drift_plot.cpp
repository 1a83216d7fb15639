// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/drift_plot.hpp"

#include <limits>

namespace momentree::app {

ChartSettings driftSettings(const RowLayout& layout) {
    ChartSettings settings;
    settings.log = true;
    settings.valueLabel = QObject::tr("constraint residual [SI]");
    settings.series = {{layout.driftPosition(), QObject::tr("position |Φ|"), {}, 0},
                       {layout.driftVelocity(), QObject::tr("velocity |Φ̇|"), {}, 1},
                       {layout.driftAcceleration(), QObject::tr("acceleration |Φ̈|"), {}, 2}};
    settings.reference = std::numeric_limits<double>::epsilon();
    settings.referenceText = QObject::tr("machine epsilon");
    settings.emptyText = QObject::tr(
        "There are no constraint residuals: this formulation satisfies the joints by "
        "construction.");
    return settings;
}

DriftPlot::DriftPlot(QWidget* parent) : PlotWidget(parent) { setTitle(QStringLiteral("drift")); }

void DriftPlot::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                       double duration) {
    ChartSettings settings = driftSettings(layout);
    settings.duration = duration;
    setSource(std::move(recording), layout, std::move(settings));
}

}  // namespace momentree::app
