// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/help/help_window.hpp"

namespace momentree::app::help {

void addPanel(Workspace& workspace, Host& host) {
    QObject::connect(&host, &Host::helpWanted, &host, [&host](const std::string& topic) {
        auto* help = host.window.findChild<HelpWindow*>();
        if (!help) help = new HelpWindow(&host.window);
        help->show();
        help->raise();
        help->activateWindow();
        help->open(QString::fromStdString(topic));
    });
    host.addEntries(
        MenuGroup::HelpGuides,
        {host.addCommand("formulationHelp", tr("&Formulations, integrators, backends"), "help",
                         tr("Shows the equations, symbols, sources and limits of formulations, "
                            "integrators and backends"),
                         {QKeySequence(Qt::Key_F1)}, [&workspace, &host] {
                             const RunController& run = workspace.run;
                             Q_EMIT host.helpWanted(run.hasRun() ? run.session().spec().formulation
                                                                 : "drawing");
                         })});
}

}  // namespace momentree::app::help
