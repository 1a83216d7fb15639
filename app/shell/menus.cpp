// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/menus.hpp"

#include <QMenuBar>
#include <QToolBar>

#include "app/base/text.hpp"
#include "app/shell/busy_work.hpp"
#include "app/shell/file_actions.hpp"
#include "app/shell/guidance.hpp"
#include "app/shell/view_actions.hpp"
#include "app/workspace/host.hpp"

namespace momentree::app {
namespace {

void makeFileMenu(QMenuBar& bar, Workspace& workspace, Host& host) {
    const Actions& actions = host.actions;
    QMenu* file = bar.addMenu(tr("&File"));
    file->addActions({actions.newModel, actions.open, robotCommand(host)});
    fillTemplates(*file->addMenu(tr("New from &template")), host);
    keepRecentFiles(*file->addMenu(tr("Open &recent")), workspace, host);
    file->addAction(actions.examples);
    file->addSeparator();
    file->addActions({actions.save, actions.saveAs, actions.reload});
    file->addSeparator();
    QMenu* exports = file->addMenu(tr("&Export"));
    exports->addActions({actions.exportPicture, actions.exportSvg, actions.exportPdf,
                         actions.exportDxf, actions.exportMovie, actions.exportSeries,
                         actions.exportResults, actions.exportHdf5, actions.exportReport,
                         actions.exportRobot, sdfCommand(host), mjcfCommand(host)});
    exports->addActions({capsuleCommand(workspace, host), labReportCommand(workspace, host)});
    file->addAction(actions.print);
    file->addSeparator();
    file->addAction(actions.quit);
}

QMenu* makeEditMenu(QMenuBar& bar, const Actions& actions) {
    QMenu* edit = bar.addMenu(tr("&Edit"));
    edit->addActions({actions.undo, actions.redo});
    edit->addSeparator();
    edit->addActions({actions.cut, actions.copy, actions.paste, actions.duplicate, actions.remove});
    edit->addSeparator();
    edit->addActions({actions.mirrorRight, actions.mirrorBelow, actions.array});
    edit->addActions({actions.alignRow, actions.alignColumn, actions.merge, actions.split});
    edit->addSeparator();
    edit->addActions({actions.selectAll, actions.escape});
    return edit;
}

void makeDrawMenu(QMenuBar& bar, const Actions& actions) {
    QMenu* draw = bar.addMenu(tr("&Draw"));
    draw->addActions(actions.tools);
    draw->addSeparator();
    draw->addActions({actions.modeMove, actions.modeReshape});
    draw->addSeparator();
    draw->addMenu(tr("Work &plane"))->addActions(actions.planes);
    draw->addMenu(tr("New &joints"))->addActions(actions.jointTypes);
}

void makeRunMenu(QMenuBar& bar, Host& host, BusyStatus& busy) {
    const Actions& actions = host.actions;
    QMenu* run = bar.addMenu(tr("&Run"));
    run->addActions(
        {actions.play, actions.stepForward, actions.stepBack, actions.restart, actions.live});
    run->addSeparator();
    run->addActions({actions.faster, actions.slower, actions.realTime, actions.loop});
    run->addSeparator();
    run->addActions(host.entries(MenuGroup::RunCompare));
    run->addActions({actions.addBookmark, actions.nextBookmark, actions.previousBookmark,
                     actions.recordMemory});
    addCancel(*run, host, busy);
}

void makeViewMenu(QMenuBar& bar, Host& host, const MenuParts& parts) {
    const Actions& actions = host.actions;
    QMenu* view = bar.addMenu(tr("&View"));
    view->addAction(actions.fit);
    addZoom(*view, host);
    view->addActions({actions.viewFront, actions.viewTop, actions.viewSide, actions.viewIsometric,
                      actions.viewPlane});
    view->addSeparator();
    QMenu* show = view->addMenu(tr("Sho&w in the scene"));
    show->addActions({actions.showJoints, actions.showCentres, actions.showGravity,
                      actions.showForces, actions.showLabels, actions.showGrid, actions.showAxes});
    show->addSeparator();
    show->addActions({actions.showVelocities, actions.showAccelerations, actions.showReactions,
                      actions.showDimensions});
    view->addActions({parts.backdrop, actions.trace, actions.clearTraces});
    view->addActions(host.entries(MenuGroup::ViewLayers));
    view->addMenu(tr("&Workspace"))->addActions(parts.spaces);
    QMenu* panels = view->addMenu(tr("Pa&nels"));
    for (const auto* dock : host.window.findChildren<QDockWidget*>())
        panels->addAction(dock->toggleViewAction());
    view->addActions(host.entries(MenuGroup::ViewPlots));
    view->addActions(parts.references);
    view->addSeparator();
    view->addMenu(tr("Th&eme"))->addActions(actions.themes->actions());
    view->addActions({actions.fullScreen, actions.resetLayout});
}

}  // namespace

void makeMenus(QMenuBar& bar, Workspace& workspace, Host& host, const MenuParts& parts) {
    const Actions& actions = host.actions;
    makeFileMenu(bar, workspace, host);
    QMenu* edit = makeEditMenu(bar, actions);
    makeDrawMenu(bar, actions);
    makeRunMenu(bar, host, parts.busy);
    makeViewMenu(bar, host, parts);
    QMenu* help = bar.addMenu(tr("&Help"));
    help->addActions(host.entries(MenuGroup::HelpGuides));
    help->addSeparator();
    help->addActions({actions.palette, actions.shortcuts, actions.about});
    addGuidance(*edit, *help, workspace, host);
}

void addToolBars(Host& host) {
    const Actions& actions = host.actions;
    auto* files = new QToolBar(tr("File"), &host.window);
    files->setObjectName("fileBar");
    files->setMovable(false);
    files->setIconSize({22, 22});
    files->addActions({actions.newModel, actions.open, actions.examples, actions.save});
    files->addSeparator();
    files->addActions({actions.undo, actions.redo});
    host.window.addToolBar(files);
    auto* tools = new QToolBar(tr("Drawing tools"), &host.window);
    tools->setObjectName("drawBar");
    tools->setIconSize({22, 22});
    tools->addActions({actions.modeMove, actions.modeReshape});
    tools->addSeparator();
    tools->addActions(actions.tools);
    host.window.addToolBar(Qt::LeftToolBarArea, tools);
}

}  // namespace momentree::app
