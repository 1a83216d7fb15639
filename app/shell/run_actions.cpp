// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/run_actions.hpp"

#include <QInputDialog>

#include "app/base/text.hpp"
#include "app/panels/transport/speeds.hpp"
#include "app/runs/record_budget.hpp"
#include "app/shell/drawing_view.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

void chooseRecordMemory(QWidget& window) {
    bool ok = false;
    const int chosen = QInputDialog::getInt(
        &window, tr("Recording memory"),
        tr("Memory for the samples of a run, in MiB.\n"
           "When it is full, every other older sample is dropped and the run continues.\n"
           "Takes effect when Momentree is next started."),
        recordMebibytes(), leastRecordMebibytes, mostRecordMebibytes, 64, &ok);
    if (ok) setRecordMebibytes(chosen);
}

}  // namespace

void connectRunActions(Workspace& workspace, Host& host, DrawingView& drawing) {
    const Actions& actions = host.actions;
    RunController& run = workspace.run;
    const auto on = [&run](QAction* action, auto&& act) {
        QObject::connect(action, &QAction::triggered, &run, act);
    };
    QObject::connect(actions.play, &QAction::triggered, &drawing, &DrawingView::togglePlay);
    on(actions.stepForward, [&run] { run.playback().stepForward(); });
    on(actions.stepBack, [&run] { run.playback().stepBack(); });
    on(actions.restart, [&run] { run.restart(); });
    on(actions.live, [&run] { run.playback().goLive(); });
    on(actions.loop, [&run](bool loop) { run.playback().setLoop(loop); });
    on(actions.faster,
       [&run] { run.playback().setSpeed(neighbourSpeed(run.playback().speed(), +1)); });
    on(actions.slower,
       [&run] { run.playback().setSpeed(neighbourSpeed(run.playback().speed(), -1)); });
    on(actions.realTime, [&run] { run.playback().setSpeed(1.0); });
    on(actions.recordMemory, [&host] { chooseRecordMemory(host.window); });
}

}  // namespace momentree::app
