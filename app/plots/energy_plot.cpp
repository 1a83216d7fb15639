// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/energy_plot.hpp"

#include <QCheckBox>

namespace momentree::app {

namespace {

/// Violet without dashes: the line that should be horizontal must be visible through dense curves.
constexpr int solidTotal = 2 * static_cast<int>(seriesCount) + 6;

}  // namespace

ChartSettings energySettings(const RowLayout& layout, bool error) {
    ChartSettings settings;
    const QString joule = QStringLiteral("J");
    if (error) {
        settings.valueLabel = QObject::tr("energy error E − E₀ [J]");
        settings.series = {
            {layout.total(), QObject::tr("total − initial total"), joule, 0, true, true}};
    } else {
        settings.valueLabel = QObject::tr("energy [J]");
        settings.series = {{layout.kinetic(), QObject::tr("kinetic"), joule, 0},
                           {layout.potential(), QObject::tr("potential"), joule, 1},
                           {layout.total(), QObject::tr("total"), joule, solidTotal}};
    }
    return settings;
}

EnergyPlot::EnergyPlot(QWidget* parent) : PlotWidget(parent), error_(new QCheckBox(tr("Error"))) {
    error_->setToolTip(
        tr("Show only the change of the total energy since the start, E − E₀.\n"
           "Without damping, drives or applied forces it is the numerical error."));
    addHeadWidget(error_);
    setTitle(QStringLiteral("energy"));
    connect(error_, &QCheckBox::toggled, this, &EnergyPlot::showRun);
}

void EnergyPlot::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                        double duration) {
    recording_ = std::move(recording);
    layout_ = layout;
    duration_ = duration;
    showRun();
}

void EnergyPlot::showRun() {
    if (!layout_) return;
    ChartSettings settings = energySettings(*layout_, showsError());
    settings.duration = duration_;
    setSource(recording_, *layout_, std::move(settings));
}

void EnergyPlot::showError(bool on) { error_->setChecked(on); }

bool EnergyPlot::showsError() const { return error_->isChecked(); }

}  // namespace momentree::app
