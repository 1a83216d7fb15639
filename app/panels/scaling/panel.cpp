// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/scaling/scaling_panel.hpp"

namespace momentree::app::scaling {

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new ScalingPanel(workspace, &host.window);
    PanelDock* dock = host.addDock(
        panel, {.name = "scalingDock",
                .title = tr("Cost over size"),
                .help = tr("The time of one step of chains and ladders over the number of bodies, "
                           "by several formulations, and what threads gain."),
                .place = DockPlace::Bottom,
                .tab = 7,
                .shown = false});
    QAction* show = host.actions.make(
        "scaling", tr("Cost over si&ze…"), "log-axis",
        tr("Measures the time of a step over the number of bodies and of threads"), {}, true);
    host.linkToDock(show, dock);
    host.addEntries(MenuGroup::RunCompare, {show});
    QObject::connect(panel, &ScalingPanel::failed, &host,
                     [&host](const QString& what, const QString& why) {
                         host.notice.announce(Notice::Kind::Error, what, why, {});
                     });
}

}  // namespace momentree::app::scaling
