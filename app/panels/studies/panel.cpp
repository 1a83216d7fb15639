// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/studies/studies_panel.hpp"

namespace momentree::app::studies {

void addPanel(Workspace& workspace, Host& host) {
    auto* panel = new StudiesPanel(workspace, &host.window);
    PanelDock* dock = host.addDock(
        panel, {.name = "studyDock",
                .title = tr("Study"),
                .help = tr("Many runs with other settings or parameters, and one of their figures "
                           "over what was changed. They are computed in the background and kept."),
                .place = DockPlace::Bottom,
                .tab = 6,
                .shown = false});
    QAction* show = host.actions.make(
        "studies", tr("S&weep a setting…"), "parameter",
        tr("Computes up to 500 runs with other settings or parameters, and draws their figures"),
        {}, true);
    host.linkToDock(show, dock);
    host.addEntries(MenuGroup::RunCompare, {show});
    QObject::connect(panel, &StudiesPanel::said, &host, &Host::say);
    QObject::connect(panel, &StudiesPanel::failed, &host,
                     [&host](const QString& what, const QString& why) {
                         host.notice.announce(Notice::Kind::Error, what, why, {});
                     });
    QObject::connect(&host, &Host::studyWanted, panel, [&host, panel](const QString& file) {
        QString why;
        host.raise("studyDock");
        if (!panel->open(file, &why)) Q_EMIT panel->failed(tr("The study cannot be shown"), why);
    });
}

}  // namespace momentree::app::studies
