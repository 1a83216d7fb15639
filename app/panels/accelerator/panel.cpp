// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include "app/base/text.hpp"
#include "app/panels/accelerator/accelerator_panel.hpp"
#include "app/panels/accelerator/offload_panel.hpp"

namespace momentree::app::accelerator {
namespace {

constexpr double shareOfHeight = 0.6;  // shows a whole waterfall

void runOn(const QString& backend, RunController& run) {
    RunSpec spec = run.session().spec();
    spec.formulation = "hdca";
    spec.backend = backend.toStdString();
    if (spec.integrator != "explicit-euler") spec.integrator = "rk4";
    run.applySpec(spec);
}

}  // namespace

void addPanel(Workspace& workspace, Host& host) {
    auto* accelerator = new AcceleratorPanel(workspace.run, &host.window);
    host.addDock(accelerator,
                 {.name = "boardDock",
                  .title = tr("Board"),
                  .help = tr("Asks a board, real or simulated, what it can do and tests it."),
                  .place = DockPlace::RightBelow,
                  .tab = 2,
                  .leastHeight = 140});
    auto* offload = new OffloadPanel(workspace.run, *accelerator, &host.window);
    PanelDock* dock = host.addDock(
        offload, {.name = "offloadDock",
                  .title = tr("Offloading"),
                  .help = tr("Software beside the board: times by phase, and what another board "
                             "would cost."),
                  .place = DockPlace::Right,
                  .tab = 4,
                  .shown = false});
    QObject::connect(accelerator, &AcceleratorPanel::useWanted, &workspace,
                     [&workspace](const QString& backend) { runOn(backend, workspace.run); });
    QObject::connect(accelerator, &AcceleratorPanel::compareWanted, dock, [&host, dock] {
        dock->present();
        host.window.resizeDocks({dock}, {static_cast<int>(shareOfHeight * host.window.height())},
                                Qt::Vertical);
    });
}

}  // namespace momentree::app::accelerator
