// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/panels/xray/xray_panel.hpp"

namespace momentree::app::xray {

void addPanel(Workspace& workspace, Host& host) {
    auto* xray = new Xray(host.viewport, workspace.live, workspace.run, workspace.selection);
    PanelDock* dock =
        host.addDock(xray->panel(), {.name = "xrayDock",
                                     .title = tr("Constraint x-ray"),
                                     .help = tr("Which joints hold more than needed, what would "
                                                "cure that, and every motion that is left, one by "
                                                "one."),
                                     .place = DockPlace::Right,
                                     .tab = 3,
                                     .shown = false});
    QObject::connect(dock->toggleViewAction(), &QAction::toggled, xray, &Xray::setShown);
    QAction* command =
        host.actions.make("xray", tr("Constraint &x-ray"), "xray",
                          tr("Shows redundant constraints with remedies, and every free motion"),
                          {QKeySequence(Qt::Key_X)}, true);
    host.linkToDock(command, dock);
    host.addEntries(MenuGroup::ViewLayers, {command});
}

}  // namespace momentree::app::xray
