// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/processors/processors_panel.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app::processors {

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new ProcessorsPanel(workspace.catalogue, &host.window);
    PanelDock* dock = host.addDock(
        panel, {.name = "processorsDock",
                .title = tr("Be the processor"),
                .help = tr("Join the links of a chain pair by pair and see how long a step takes "
                           "with several processors."),
                .place = DockPlace::Bottom,
                .tab = 8,
                .shown = false});
    QAction* show = host.actions.make(
        "processors", tr("Be the &processor"), "tree",
        tr("Join the links of a chain and see when several processors pay"), {}, true);
    host.linkToDock(show, dock);
    QObject::connect(show, &QAction::triggered, dock, [&host, dock] {
        if (dock->isVisible() && !dock->isFloating())
            host.window.resizeDocks(
                {dock}, {std::max(dock->height(), host.window.height() * 2 / 5)}, Qt::Vertical);
    });
    host.addEntries(MenuGroup::RunCompare, {show});
}

}  // namespace momentree::app::processors
