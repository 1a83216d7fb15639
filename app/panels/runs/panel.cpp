// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include <QMenu>
#include <QToolBar>

#include "app/base/text.hpp"
#include "app/panels/runs/add_run_dialog.hpp"
#include "app/panels/runs/cost_table.hpp"
#include "app/panels/runs/run_list.hpp"
#include "app/panels/runs/run_picture.hpp"
#include "app/panels/runs/runs_panel.hpp"
#include "app/panels/runs/studies.hpp"
#include "app/panels/runs/work_precision_dialog.hpp"

namespace momentree::app::runs {
namespace {

/// Of other panels.
bool opensFigures(const QString& command) { return command == "studies" || command == "scaling"; }

struct Commands {
    explicit Commands(Actions& actions);
    QAction *show, *fork, *ghosts, *microscope;
};

Commands::Commands(Actions& actions)
    : show(actions.make("runs", tr("&Runs to compare"), "runs",
                        tr("Shows or hides the panel of runs, to compare formulations, steps and "
                           "parameters with the run on screen"),
                        {QKeySequence(Qt::CTRL | Qt::Key_R)}, true)),
      fork(actions.make("fork", tr("&Fork here"), "fork",
                        tr("Starts a new run from the displayed state, with other settings"),
                        {QKeySequence(Qt::CTRL | Qt::Key_B)})),
      ghosts(actions.make("showGhosts", tr("G&hosts of other runs"), "ghost",
                          tr("Shows the other runs as ghosts in the scene"),
                          {QKeySequence(Qt::SHIFT | Qt::Key_O)}, true)),
      microscope(actions.make("microscope", tr("Drift &microscope"), "microscope",
                              tr("Shows the gaps of joints, magnified by a power of ten"),
                              {QKeySequence(Qt::SHIFT | Qt::Key_M)}, true)) {
    ghosts->setChecked(true);
}

void addBar(QMainWindow& window, const Commands& commands) {
    auto* bar = new QToolBar(tr("Compare"), &window);
    bar->setObjectName("compareBar");
    bar->setMovable(false);
    bar->setIconSize({22, 22});
    bar->addActions({commands.show, commands.fork, commands.microscope});
    window.addToolBar(bar);
}

void addPicture(Workspace& workspace, Host& host, const Commands& commands) {
    auto* picture = new RunPicture(host.viewport, workspace.runs, workspace.references,
                                   workspace.run, workspace.live);
    QObject::connect(commands.ghosts, &QAction::toggled, picture, &RunPicture::setGhosts);
    QObject::connect(commands.microscope, &QAction::toggled, picture, &RunPicture::setMicroscope);
    QObject::connect(&host, &Host::drawingShown, picture, &RunPicture::setDrawing);
    const auto show = [&workspace, picture] {
        if (workspace.live.runIsCurrent()) picture->show();
    };
    QObject::connect(&workspace.run.playback(), &Playback::shownChanged, picture, show);
    QObject::connect(&workspace.run, &RunController::runChanged, picture, show);
}

/// Says what was removed, with a button that brings it back.
void offerRemoved(RunSet& runs, RunsPanel& panel, Host& host) {
    const auto offer = [&runs, &host](int count) {
        host.notice.announce(
            Notice::Kind::Done, count == 1 ? tr("1 run removed") : tr("%1 runs removed").arg(count),
            tr("Ctrl+Z brings it back, too."), {{tr("Bring back"), [&runs] { runs.restore(); }}});
    };
    QObject::connect(&panel, &RunsPanel::removed, &host, offer);
    QObject::connect(&runs, &RunSet::removedChanged, &host, [&runs, &host] {
        const bool own = host.notice.title().endsWith(tr("removed"));
        if (!runs.canRestore() && own) host.notice.hide();
    });
}

/// The run on screen stays; its branch begins at the current row.
void forkHere(Workspace& workspace, QWidget& window) {
    RunSet& runs = workspace.runs;
    const ForkPoint place{runs.currentId(), runs.shownPoint()};
    (new AddRunDialog(runs, workspace.run, place, &window))->show();
}

}  // namespace

void addPanel(Workspace& workspace, Host& host) {
    const Commands commands(host.actions);
    QList<QAction*> below{commands.fork};
    for (QAction* other : host.entries(MenuGroup::RunCompare))
        if (opensFigures(other->objectName())) below << other;
    host.addEntries(MenuGroup::RunCompare, {commands.show, commands.fork});
    host.addEntries(MenuGroup::ViewLayers, {commands.microscope, commands.ghosts});
    addBar(host.window, commands);
    addPicture(workspace, host, commands);
    auto* panel = new RunsPanel(workspace.runs, workspace.run, &host.window);
    for (QAction* command : panel->addMenu().actions())
        if (!command->isSeparator()) host.actions.add(command);
    PanelDock* dock = host.addDock(
        panel, {.name = "runsDock",
                .title = tr("Runs"),
                .help = tr("Other formulations, steps and parameters of the same model beside the "
                           "run on screen: ghosts in the picture, curves in the plots."),
                .place = DockPlace::Bottom,
                .shown = false});
    host.addDock(
        new RunList(workspace.runs, *panel, below, &host.window),
        {.name = "runListDock",
         .title = tr("Runs"),
         .help = tr("Every run with its name and its worst figure. The check shows or hides "
                    "its curves and its ghost; a double click puts it into the scene."),
         .place = DockPlace::Left,
         .tab = 5,
         .shown = false});
    auto* costs = new CostTable(workspace.runs, workspace.run, panel->table(), &host.window);
    QObject::connect(costs, &CostTable::said, &host, &Host::say);
    host.addDock(costs, {.name = "costDock",
                         .title = tr("Cost"),
                         .help = tr("What a step of each run costs, and how accurate it is. Time "
                                    "fairly computes all runs in turn, seven times."),
                         .place = DockPlace::Bottom,
                         .tab = 5,
                         .shown = false});
    host.linkToDock(commands.show, dock);
    const auto seePanel = [dock, command = commands.show] {
        if (!dock->isVisible()) command->trigger();
    };
    const auto fork = [&workspace, &host, seePanel] {
        if (!workspace.run.hasRun()) return;
        workspace.run.playback().pause();
        seePanel();
        forkHere(workspace, host.window);
    };
    QObject::connect(commands.fork, &QAction::triggered, &host, fork);
    QObject::connect(panel, &RunsPanel::forkWanted, &host, fork);
    QObject::connect(
        &workspace.run.playback(), &Playback::stateChanged, commands.fork,
        [&workspace, command = commands.fork] { command->setEnabled(workspace.run.hasRun()); });
    auto* studies = new Studies(workspace, host);
    QObject::connect(studies, &Studies::opened, dock, seePanel);
    QObject::connect(&host, &Host::studyChosen, studies, &Studies::open);
    QObject::connect(panel, &RunsPanel::saveStudyWanted, studies, &Studies::save);
    QObject::connect(panel, &RunsPanel::openStudyWanted, studies, &Studies::chooseAndOpen);
    QObject::connect(panel, &RunsPanel::workPrecisionWanted, &host, [&workspace, &host] {
        (new WorkPrecisionDialog(workspace.runs, workspace.run, workspace.catalogue, &host.window))
            ->show();
    });
    offerRemoved(workspace.runs, *panel, host);
    QObject::connect(panel, &RunsPanel::said, &host, &Host::say);
    QObject::connect(panel, &RunsPanel::failed, &host,
                     [&host](const QString& what, const QString& why) {
                         host.notice.announce(Notice::Kind::Error, what, why, {});
                     });
}

}  // namespace momentree::app::runs
