// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/run_settings/picker_bar.hpp"

namespace momentree::app::run_settings {

void addPanel(Workspace& workspace, Host& host) {
    auto* bar = new PickerBar(workspace.run, workspace.catalogue, &host.window);
    host.window.addToolBar(bar);
    QObject::connect(bar, &PickerBar::helpWanted, &host, &Host::helpWanted);
    QObject::connect(bar, &PickerBar::changed, &host, [&host](const QString& what) {
        host.notice.hide();
        host.say(tr("Started again from time 0 with %1").arg(what));
    });
}

}  // namespace momentree::app::run_settings
