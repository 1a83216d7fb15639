// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/plots/plot_docks.hpp"

#include <QJsonArray>
#include <QSettings>
#include <algorithm>

#include "app/document/view_section.hpp"
#include "app/plots/drift_plot.hpp"
#include "app/plots/energy_plot.hpp"
#include "app/plots/phase_plot.hpp"
#include "app/plots/phase_portrait.hpp"
#include "app/plots/probe_plot.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
#include "core/session/phase_device.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

/// About twenty updates per second leave time for the scene.
constexpr int refreshInterval_ms = 50;
const QString panelsKey = QStringLiteral("plots/panels");
const QString quantitiesKey = QStringLiteral("plots/quantities");

/// Initial end of the time axis; 0 for an endless run.
double durationOf(const RunSpec& spec) { return isEndless(spec) ? 0.0 : spec.duration; }

/// Number of an added panel, for the name and title of its dock.
int numberOf(const ProbePlot* plot) {
    return plot->parentWidget()->objectName().mid(int(qstrlen("plotDock"))).toInt();
}

/// Where the dock has no title, the line over the plot has it.
template <typename Plot>
void nameInHead(PanelDock* dock, Plot* plot) {
    QObject::connect(dock, &PanelDock::titledChanged, plot, [dock, plot](bool titled) {
        plot->setHeadTitle(titled ? QString() : dock->windowTitle());
    });
    QObject::connect(plot, &Plot::closeChosen, dock, &QDockWidget::close);
}

}  // namespace

PlotDocks::PlotDocks(Workspace& workspace, Host& host)
    : QObject(&host), workspace_(workspace), host_(host), run_(workspace.run) {
    makeDocks();
    connectPlots();
    connect(&run_, &RunController::runChanged, this, &PlotDocks::start);
    // Without a run there are no curves; old ones would seem to belong to this document.
    connect(&run_.playback(), &Playback::stateChanged, this, [this] {
        if (!run_.hasRun()) clear();
    });
    connect(&run_.playback(), &Playback::shownChanged, this, &PlotDocks::follow);
    connect(&run_.playback(), &Playback::figuresChanged, this, [this] {
        showPhaseTotals();
        refresh();
    });
    connect(&workspace.runs, &RunSet::listChanged, this, &PlotDocks::compare);
    connect(&workspace.references, &ReferenceSet::changed, this, &PlotDocks::compare);
    connect(&workspace.runs, &RunSet::progressed, this, [this] {
        if (workspace_.runs.items().size() > 1) refresh();
    });
    connect(&host, &Host::preferencesChanged, this, &PlotDocks::followUnits);
    connect(&workspace, &Workspace::modelChanged, this, [this](bool fresh) {
        if (fresh) takeFrom(viewIn(workspace_.document.file()));
    });
    connect(&host.files, &FileCommands::saving, this, &PlotDocks::addTo);
    connect(&host, &Host::restoring, this, &PlotDocks::restore);
    connect(&host, &Host::closing, this, &PlotDocks::save);
}

void PlotDocks::makeDocks() {
    QMainWindow* window = &host_.window;
    energy_ = new EnergyPlot(window);
    drift_ = new DriftPlot(window);
    phases_ = new PhasePlot(window);
    probes_ = new ProbePlot(window);
    portrait_ = new PhasePortrait(window);
    energyDock_ =
        host_.addDock(energy_, {.name = "energyDock",
                                .title = tr("Energy"),
                                .help = tr("Kinetic, potential and total energy as they are "
                                           "computed. A drag over the plot goes to that time."),
                                .place = DockPlace::Right});
    driftDock_ = host_.addDock(
        drift_, {.name = "driftDock",
                 .title = tr("Drift"),
                 .help = tr("How far the constraints of position, velocity and acceleration are "
                            "violated. Small is good; growth tells of a bad step or method."),
                 .place = DockPlace::RightBelow});
    phasesDock_ = host_.addDock(phases_, {.name = "phasesDock",
                                          .title = tr("Phase times"),
                                          .help = tr("Where the time of a step goes."),
                                          .place = DockPlace::RightBelow,
                                          .tab = 1});
    probesDock_ =
        host_.addDock(probes_, {.name = "probesDock",
                                .title = tr("Quantities"),
                                .help = tr("Whatever is dragged here or picked from the list. Two "
                                           "cursors measure differences."),
                                .place = DockPlace::Right,
                                .tab = 1});
    nameInHead(energyDock_, energy_);
    nameInHead(driftDock_, drift_);
    nameInHead(phasesDock_, phases_);
    portraitDock_ = host_.addDock(portrait_, {.name = "portraitDock",
                                              .title = tr("Phase portrait"),
                                              .help = tr("One quantity against another."),
                                              .place = DockPlace::Right,
                                              .tab = 2,
                                              .shown = false});
}

void PlotDocks::connectPlots() {
    connect(energy_, &PlotWidget::timePicked, &run_.playback(), &Playback::seek);
    connect(drift_, &PlotWidget::timePicked, &run_.playback(), &Playback::seek);
    connect(phases_, &PhasePlot::timePicked, &run_.playback(), &Playback::seek);
    connect(probes_, &ProbePlot::timePicked, &run_.playback(), &Playback::seek);
    connect(portrait_, &PhasePortrait::timePicked, &run_.playback(), &Playback::seek);
    const auto link = [this](auto* plot, auto hovered) {
        connect(plot, hovered, this,
                [this, plot](std::optional<double> seconds) { hover(seconds, plot); });
    };
    link(energy_, &PlotWidget::timeHovered);
    link(drift_, &PlotWidget::timeHovered);
    link(phases_, &PhasePlot::timeHovered);
    link(probes_, &ProbePlot::timeHovered);
}

void PlotDocks::clear() {
    energy_->clear();
    drift_->clear();
    phases_->clear();
    portrait_->clear();
    for (ProbePlot* plot : panels()) plot->clear();
}

void PlotDocks::followUnits() {
    const DisplayUnits chosen = displayUnits();
    if (chosen == units_) return;
    units_ = chosen;
    if (run_.hasRun()) start();
}

void PlotDocks::start() {
    const Session& session = run_.session();
    const auto recording = session.recording();
    const RowLayout& layout = session.layout();
    const double duration = durationOf(session.spec());
    earlier_ = earlierMotions_.of(run_);
    energy_->setEarlier(earlier_);
    drift_->setEarlier(earlier_);
    portrait_->setEarlier(earlier_);
    energy_->setRun(recording, layout, duration);
    drift_->setRun(recording, layout, duration);
    phases_->setRun(recording, layout, duration);
    choices_ = columnChoices(layout, run_.model());
    portrait_->setRun(recording, layout, choices_, duration);
    for (ProbePlot* plot : panels()) {
        plot->setEarlier(earlier_);
        plot->setRun(recording, layout, choices_, duration);
    }
    refresh();
}

std::vector<ProbePlot*> PlotDocks::panels() const {
    std::vector<ProbePlot*> all{probes_};
    for (ProbePlot* plot : more_)
        if (plot) all.push_back(plot);
    return all;
}

ProbePlot* PlotDocks::addPanel(int number) {
    auto* plot = new ProbePlot(&host_.window);
    added_ = std::max(added_, number);
    const QByteArray name = "plotDock" + QByteArray::number(number);
    PanelDock* dock = host_.addDock(plot, {.name = name.constData(),
                                           .title = tr("Plot %1").arg(number),
                                           .help = {},
                                           .place = DockPlace::Right,
                                           .tab = 1});
    dock->setAttribute(Qt::WA_DeleteOnClose);
    host_.window.tabifyDockWidget(probesDock_, dock);
    connect(plot, &ProbePlot::timePicked, &run_.playback(), &Playback::seek);
    connect(plot, &ProbePlot::timeHovered, this,
            [this, plot](std::optional<double> seconds) { hover(seconds, plot); });
    std::erase_if(more_, [](const QPointer<ProbePlot>& gone) { return !gone; });
    more_.emplace_back(plot);
    plot->setComparison(mainRun_, others_);
    return plot;
}

ProbePlot* PlotDocks::newPlot(const QStringList& quantities) {
    ProbePlot* plot = addPanel(added_ + 1);
    auto* dock = static_cast<QDockWidget*>(plot->parentWidget());
    dock->show();
    dock->raise();
    if (!run_.hasRun()) return plot;
    const Session& session = run_.session();
    plot->setEarlier(earlier_);
    plot->setRun(session.recording(), session.layout(), choices_, durationOf(session.spec()));
    if (!quantities.isEmpty()) {
        plot->choose({});
        plot->add(quantities);
    }
    plot->setShownTime(run_.playback().shownTime());
    return plot;
}

void PlotDocks::save() const {
    QSettings settings;
    QVariantList panels;
    for (const ProbePlot* plot : more_)
        if (plot)
            panels.push_back(QVariantMap{{"number", numberOf(plot)}, {"columns", plot->wanted()}});
    settings.setValue(panelsKey, panels);
    settings.setValue(quantitiesKey, probes_->wanted());
}

void PlotDocks::restore() {
    const QSettings settings;
    probes_->want(settings.value(quantitiesKey).toStringList());
    for (const QVariant& one : settings.value(panelsKey).toList()) {
        const QVariantMap panel = one.toMap();
        addPanel(std::max(1, panel.value("number").toInt()))
            ->want(panel.value("columns").toStringList());
    }
}

void PlotDocks::addTo(QJsonObject* view) const {
    QJsonArray plots;
    for (const ProbePlot* plot : panels()) plots << QJsonArray::fromStringList(plot->wanted());
    if (plots.size() > 1 || !plots[0].toArray().isEmpty()) (*view)["plots"] = plots;
}

void PlotDocks::takeFrom(const QJsonObject& view) {
    const QJsonArray plots = view["plots"].toArray();
    for (int k = 0; k < plots.size(); ++k) {
        const auto known = panels();
        ProbePlot* plot = k < static_cast<int>(known.size()) ? known[static_cast<std::size_t>(k)]
                                                             : addPanel(added_ + 1);
        plot->want(plots[k].toVariant().toStringList());
    }
}

void PlotDocks::hover(std::optional<double> seconds, const QObject* over) {
    const auto mark = [&](auto* plot) {
        if (plot != over) plot->setCrosshair(seconds);
    };
    mark(energy_);
    mark(drift_);
    mark(phases_);
    mark(portrait_);
    for (ProbePlot* plot : panels()) mark(plot);
    Q_EMIT timeHovered(seconds);
}

void PlotDocks::setCrosshair(std::optional<double> seconds) { hover(seconds, nullptr); }

void PlotDocks::plot(const QStringList& quantities) {
    probes_->add(quantities);
    probesDock_->present();
}

/// All runs in their colours.
void PlotDocks::compare() {
    const RunSet& runs = workspace_.runs;
    std::vector<PlotSource> others;
    for (const RunItem& run : runs.items())
        if (run.id != runs.currentId() && run.visible && run.session())
            others.push_back(
                {run.session()->recording(), run.session()->layout(), run.name, run.style, true});
    if (run_.hasRun())
        for (PlotSource& one : workspace_.references.sources(run_.model(), run_.session().layout()))
            others.push_back(std::move(one));
    const RunItem* current = runs.current();
    mainRun_ =
        current ? RunLabel{current->name, current->style, runs.items().size() > 1} : RunLabel{};
    others_ = std::move(others);
    energy_->setComparison(mainRun_, others_);
    drift_->setComparison(mainRun_, others_);
    portrait_->setComparison(mainRun_, others_);
    for (ProbePlot* plot : panels()) plot->setComparison(mainRun_, others_);
}

void PlotDocks::follow() {
    if (run_.playback().playing() && sinceRefresh_.isValid() &&
        sinceRefresh_.elapsed() < refreshInterval_ms)
        return;
    refresh();
}

void PlotDocks::refresh() {
    sinceRefresh_.start();
    const double shown = run_.playback().shownTime();
    const auto update = [shown](auto* plot) {
        plot->refresh();
        plot->setShownTime(shown);
    };
    update(energy_);
    update(drift_);
    update(phases_);
    update(portrait_);
    for (ProbePlot* plot : panels()) update(plot);
}

void PlotDocks::showPhaseTotals() {
    if (!run_.hasRun()) return;
    PhaseTotals totals;
    totals.phases = run_.session().phases();
    for (std::size_t p = 0; p < phaseCount; ++p)
        totals.devices[p] =
            QString::fromStdString(boardOf(run_.session().spec(), static_cast<Phase>(p)));
    totals.steps = run_.playback().figures().steps;
    phases_->setTotals(totals);
}

}  // namespace momentree::app
