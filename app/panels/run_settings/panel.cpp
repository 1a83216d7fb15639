// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/run_settings/method_box.hpp"
#include "app/panels/run_settings/picker_bar.hpp"
#include "app/panels/run_settings/run_fields.hpp"
#include "app/panels/run_settings/solver_button.hpp"

namespace momentree::app::run_settings {
namespace {

RunFields* makeFields(Workspace& workspace, Host& host, const QString& prefix) {
    auto* fields = new RunFields(workspace.run, workspace.catalogue, prefix, &host.window);
    QObject::connect(fields, &RunFields::helpWanted, &host, &Host::helpWanted);
    QObject::connect(fields, &RunFields::changed, &host, [&host](const QString& what) {
        host.notice.hide();
        host.say(tr("Started again from time 0 with %1").arg(what));
    });
    return fields;
}

}  // namespace

/// The settings are in a bar, and again in a panel with the method and a button with the rest.
void addPanel(Workspace& workspace, Host& host) {
    host.window.addToolBar(new PickerBar(*makeFields(workspace, host, QString()), &host.window));
    RunFields* fields = makeFields(workspace, host, QStringLiteral("method-"));
    host.addDock(new MethodBox(*fields, &host.window),
                 {.name = "methodDock",
                  .title = tr("Formulation and backend"),
                  .help = tr("How the equations of motion are formed, and what computes them. "
                             "What this mechanism rules out is grey, with the reason."),
                  .place = DockPlace::Right,
                  .tab = 5,
                  .shown = false});
    new SolverButton(workspace.run, *fields, &host.window);
}

}  // namespace momentree::app::run_settings
