// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plot_docks.hpp"

#include <QDockWidget>
#include <QMainWindow>

#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/phase_plot.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/run/run_controller.hpp"
#include "app/window/dock.hpp"

namespace momentree::app {
namespace {

/// Plots grow some twenty times a second: the scene keeps the rest of the time.
constexpr int refreshInterval_ms = 50;

}  // namespace

PlotDocks::PlotDocks(RunController& run, QMainWindow* window) : QObject(window), run_(run) {
    energy_ = new EnergyPlot(window);
    drift_ = new DriftPlot(window);
    phases_ = new PhasePlot(window);
    probes_ = new ProbePlot(window);
    energyDock_ = addDock(window, "energyDock", tr("Energy"), energy_);
    driftDock_ = addDock(window, "driftDock", tr("Drift"), drift_);
    phasesDock_ = addDock(window, "phasesDock", tr("Phase times"), phases_);
    probesDock_ = addDock(window, "probesDock", tr("Quantities"), probes_);

    connect(energy_, &PlotWidget::timePicked, &run_, &RunController::seek);
    connect(drift_, &PlotWidget::timePicked, &run_, &RunController::seek);
    connect(phases_, &PhasePlot::timePicked, &run_, &RunController::seek);
    connect(probes_, &ProbePlot::timePicked, &run_, &RunController::seek);
    connect(&run_, &RunController::runChanged, this, &PlotDocks::start);
    connect(&run_, &RunController::shownChanged, this, &PlotDocks::follow);
    connect(&run_, &RunController::figuresChanged, this, [this] {
        showPhaseTotals();
        refresh();
    });
}

void PlotDocks::start() {
    const Session& session = run_.session();
    const auto recording = session.recording();
    const RowLayout& layout = session.layout();
    const double duration = session.spec().duration;
    energy_->setRun(recording, layout, duration);
    drift_->setRun(recording, layout, duration);
    phases_->setRun(recording, layout, duration);
    probes_->setRun(recording, layout, run_.sharedModel(), duration);
    refresh();
}

void PlotDocks::setComparison(const RunLabel& main, const std::vector<PlotSource>& others) {
    energy_->setComparison(main, others);
    drift_->setComparison(main, others);
    probes_->setComparison(main, others);
}

void PlotDocks::follow() {
    if (run_.playing() && sinceRefresh_.isValid() && sinceRefresh_.elapsed() < refreshInterval_ms)
        return;
    refresh();
}

void PlotDocks::refresh() {
    sinceRefresh_.start();
    const double shown = run_.shownTime();
    const auto update = [shown](auto* plot) {
        plot->refresh();
        plot->setShownTime(shown);
    };
    update(energy_);
    update(drift_);
    update(phases_);
    update(probes_);
}

void PlotDocks::showPhaseTotals() {
    if (!run_.hasRun()) return;
    PhaseTotals totals;
    totals.phases = run_.session().phases();
    totals.steps = run_.figures().steps;
    phases_->setTotals(totals);
}

}  // namespace momentree::app
