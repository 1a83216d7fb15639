// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plot_docks.hpp"

#include <QDockWidget>
#include <QMainWindow>

#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/phase_plot.hpp"
#include "app/plots/phase_portrait.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/run/run_controller.hpp"
#include "app/window/dock.hpp"

namespace momentree::app {
namespace {

/// Plots grow some twenty times a second: the scene keeps the rest of the time.
constexpr int refreshInterval_ms = 50;

}  // namespace

PlotDocks::PlotDocks(RunController& run, QMainWindow* window)
    : QObject(window), run_(run), window_(window) {
    energy_ = new EnergyPlot(window);
    drift_ = new DriftPlot(window);
    phases_ = new PhasePlot(window);
    probes_ = new ProbePlot(window);
    portrait_ = new PhasePortrait(window);
    energyDock_ = addDock(window, "energyDock", tr("Energy"), energy_);
    driftDock_ = addDock(window, "driftDock", tr("Drift"), drift_);
    phasesDock_ = addDock(window, "phasesDock", tr("Phase times"), phases_);
    probesDock_ = addDock(window, "probesDock", tr("Quantities"), probes_);
    portraitDock_ = addDock(window, "portraitDock", tr("Phase portrait"), portrait_);

    connect(energy_, &PlotWidget::timePicked, &run_, &RunController::seek);
    connect(drift_, &PlotWidget::timePicked, &run_, &RunController::seek);
    connect(phases_, &PhasePlot::timePicked, &run_, &RunController::seek);
    connect(probes_, &ProbePlot::timePicked, &run_, &RunController::seek);
    connect(portrait_, &PhasePortrait::timePicked, &run_, &RunController::seek);
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
    portrait_->setRun(recording, layout, run_.sharedModel(), duration);
    for (ProbePlot* plot : more_)
        if (plot) plot->setRun(recording, layout, run_.sharedModel(), duration);
    refresh();
}

ProbePlot* PlotDocks::newPlot(const QStringList& quantities) {
    auto* plot = new ProbePlot(window_);
    ++added_;
    const QByteArray name = "plotDock" + QByteArray::number(added_);
    QDockWidget* dock = addDock(window_, name.constData(), tr("Plot %1").arg(added_), plot);
    dock->setAttribute(Qt::WA_DeleteOnClose);
    window_->tabifyDockWidget(probesDock_, dock);
    dock->show();
    dock->raise();
    connect(plot, &ProbePlot::timePicked, &run_, &RunController::seek);
    std::erase_if(more_, [](const QPointer<ProbePlot>& gone) { return !gone; });
    more_.emplace_back(plot);
    plot->setComparison(mainRun_, others_);
    if (run_.hasRun()) {
        const Session& session = run_.session();
        plot->setRun(session.recording(), session.layout(), run_.sharedModel(),
                     session.spec().duration);
        if (!quantities.isEmpty()) {
            plot->choose({});
            plot->add(quantities);
        }
        plot->setShownTime(run_.shownTime());
    }
    return plot;
}

void PlotDocks::placeAdded() {
    for (ProbePlot* plot : more_)
        if (plot)
            window_->tabifyDockWidget(probesDock_, static_cast<QDockWidget*>(plot->parentWidget()));
}

void PlotDocks::plot(const QStringList& quantities) {
    probes_->add(quantities);
    probesDock_->show();
    probesDock_->raise();
}

void PlotDocks::setComparison(const RunLabel& main, const std::vector<PlotSource>& others) {
    energy_->setComparison(main, others);
    drift_->setComparison(main, others);
    probes_->setComparison(main, others);
    portrait_->setComparison(main, others);
    for (ProbePlot* plot : more_)
        if (plot) plot->setComparison(main, others);
    mainRun_ = main;
    others_ = others;
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
    update(portrait_);
    for (ProbePlot* plot : more_)
        if (plot) update(plot);
}

void PlotDocks::showPhaseTotals() {
    if (!run_.hasRun()) return;
    PhaseTotals totals;
    totals.phases = run_.session().phases();
    totals.steps = run_.figures().steps;
    phases_->setTotals(totals);
}

}  // namespace momentree::app
