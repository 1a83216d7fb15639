// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/inside/inside.hpp"
#include "app/panels/inside/inside_panel.hpp"
#include "app/scene/picked.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app::inside {

void addPanel(Workspace& workspace, Host& host) {
    auto* inside = new Inside(workspace.run, workspace.catalogue, &host.window);
    PanelDock* dock = host.addDock(
        inside->panel(), {.name = "insideDock",
                          .title = tr("Inside the algorithm"),
                          .help = tr("How the formulation computes the shown instant: equations, "
                                     "matrices and threads, node by node."),
                          .place = DockPlace::Bottom,
                          .tab = 2,
                          .shown = false});
    QObject::connect(dock, &QDockWidget::visibilityChanged, inside, &Inside::setShown);
    QAction* command = host.actions.make(
        "inside", tr("&Inside the algorithm"), "inside",
        tr("Shows how the formulation computes one instant: tree, equations, matrices and threads"),
        {QKeySequence(Qt::Key_I)}, true);
    host.linkToDock(command, dock);
    QObject::connect(command, &QAction::triggered, dock, [&host, dock] {
        if (dock->isVisible() && !dock->isFloating())
            host.window.resizeDocks(
                {dock}, {std::max(dock->height(), host.window.height() * 2 / 5)}, Qt::Vertical);
    });
    host.addEntries(MenuGroup::RunCompare, {command});
    // Disconnected with the selection: the panel is hidden once more while the window is being
    // destroyed.
    QObject::connect(inside, &Inside::bodiesShown, &workspace.selection,
                     [&workspace, &host](const std::vector<int>& bodies) {
                         std::vector<Element> shown = workspace.selection.elements();
                         if (!bodies.empty()) shown.clear();
                         for (const int body : bodies) shown.push_back({Element::Kind::Body, body});
                         host.viewport.select(pickedOf(shown));
                     });
}

}  // namespace momentree::app::inside
