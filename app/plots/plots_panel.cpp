// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plots_panel.hpp"

#include <QBoxLayout>
#include <QTabWidget>

#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/phase_plot.hpp"
#include "app/plots/probe_plot.hpp"

namespace momentree::app {

PlotsPanel::PlotsPanel(QWidget* parent)
    : QWidget(parent),
      tabs_(new QTabWidget),
      energy_(new EnergyPlot),
      drift_(new DriftPlot),
      phases_(new PhasePlot),
      probes_(new ProbePlot) {
    tabs_->setDocumentMode(true);
    tabs_->addTab(energy_, tr("Energy"));
    tabs_->addTab(drift_, tr("Drift"));
    tabs_->addTab(phases_, tr("Phases"));
    tabs_->addTab(probes_, tr("Probes"));
    tabs_->setTabToolTip(0, tr("Kinetic, potential and total energy"));
    tabs_->setTabToolTip(1,
                         tr("Constraint residuals at position, velocity and acceleration level"));
    tabs_->setTabToolTip(2, tr("Where the time of a step goes"));
    tabs_->setTabToolTip(3, tr("Any recorded quantity"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);
    connect(energy_, &PlotWidget::timePicked, this, &PlotsPanel::timePicked);
    connect(drift_, &PlotWidget::timePicked, this, &PlotsPanel::timePicked);
    connect(phases_, &PhasePlot::timePicked, this, &PlotsPanel::timePicked);
    connect(probes_, &ProbePlot::timePicked, this, &PlotsPanel::timePicked);
    clear();
}

void PlotsPanel::setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                        std::shared_ptr<const Model> model, double duration) {
    energy_->setRun(recording, layout, duration);
    drift_->setRun(recording, layout, duration);
    phases_->setRun(recording, layout, duration);
    probes_->setRun(std::move(recording), layout, std::move(model), duration);
}

void PlotsPanel::clear() {
    energy_->clear();
    drift_->clear();
    phases_->clear();
    probes_->clear();
}

void PlotsPanel::refresh() {
    energy_->refresh();
    drift_->refresh();
    phases_->refresh();
    probes_->refresh();
}

void PlotsPanel::setPhaseTotals(const PhaseTotals& totals) { phases_->setTotals(totals); }

void PlotsPanel::setShownTime(double seconds) {
    energy_->setShownTime(seconds);
    drift_->setShownTime(seconds);
    phases_->setShownTime(seconds);
    probes_->setShownTime(seconds);
}

void PlotsPanel::showPage(Page page) { tabs_->setCurrentIndex(static_cast<int>(page)); }

PlotsPanel::Page PlotsPanel::page() const { return static_cast<Page>(tabs_->currentIndex()); }

}  // namespace momentree::app
