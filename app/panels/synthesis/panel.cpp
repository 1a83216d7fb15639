// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/synthesis/synthesis.hpp"

namespace momentree::app {

Synthesis::Synthesis(Workspace& workspace, QObject* parent)
    : QObject(parent),
      paths_(new PathFinder(workspace)),
      positions_(new PositionFinder(workspace)),
      functions_(new FunctionFinder(workspace)) {
    for (LinkageFinder* finder :
         std::initializer_list<LinkageFinder*>{paths_, positions_, functions_})
        connect(finder, &LinkageFinder::used, this, &Synthesis::used);
}

namespace synthesis {

void addPanel(Workspace& workspace, Host& host) {
    auto* all = new Synthesis(workspace, &host);
    QList<QAction*> commands;
    const auto add = [&](LinkageFinder& finder, const char* id, const char* icon,
                         const DockSettings& settings) {
        PanelDock* dock = host.addDock(&finder, settings);
        titleOnce(dock, finder);
        QAction* command = host.actions.make(id, settings.title, icon, settings.help, {}, true);
        host.linkToDock(command, dock);
        commands << command;
    };
    add(all->paths(), "findPath", "trace",
        {.name = "pathDock",
         .title = tr("Linkage for a curve"),
         .help = tr("Synthesis of a linkage whose point follows a closed curve."),
         .place = DockPlace::Bottom,
         .tab = 7,
         .shown = false});
    add(all->positions(), "findPositions", "body",
        {.name = "positionDock",
         .title = tr("Linkage for positions"),
         .help = tr("Synthesis of all four-bars that take a body through three positions."),
         .place = DockPlace::Bottom,
         .tab = 13,
         .shown = false});
    add(all->functions(), "findFunction", "wave",
        {.name = "functionDock",
         .title = tr("Linkage for a function"),
         .help = tr("Synthesis of a four-bar whose rocker follows its crank by a function."),
         .place = DockPlace::Bottom,
         .tab = 14,
         .shown = false});
    host.addEntries(MenuGroup::RunCompare, commands);
}

}  // namespace synthesis
}  // namespace momentree::app
