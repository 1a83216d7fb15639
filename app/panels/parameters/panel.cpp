// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/parameters/parameter_panel.hpp"

namespace momentree::app::parameters {

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new ParameterPanel(workspace.document, &host.window);
    host.addDock(panel, {.name = "parametersDock",
                         .title = tr("Parameters"),
                         .help = tr("Named numbers that expressions use. A slider changes one of "
                                    "them while the mechanism moves."),
                         .place = DockPlace::LeftBelow,
                         .tab = 1});
    QObject::connect(panel, &ParameterPanel::refused, &host, &Host::complained);
}

}  // namespace momentree::app::parameters
