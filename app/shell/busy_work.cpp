// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/busy_work.hpp"

#include <QFileInfo>
#include <QMenu>

#include "app/base/text.hpp"
#include "app/document/loop_closing.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/runs/preparation.hpp"
#include "app/shell/busy_status.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

/// Says what was not computed, with a button to compute it.
void tell(Host& host, const QString& title, const QString& details, const QString& again,
          const std::function<void()>& act) {
    Notice& notice = host.notice;
    notice.announce(Notice::Kind::Warning, title, details, {{again, [&notice, act] {
                                                                 notice.hide();
                                                                 act();
                                                             }}});
}

void tellPreparing(Host& host, Preparation& preparation) {
    const auto again = [&preparation] { preparation.askAgain(); };
    if (preparation.opensFile())
        return tell(host, tr("%1 was not opened").arg(QFileInfo(preparation.file()).fileName()),
                    tr("Opening was cancelled. The model that was open before is still shown."),
                    tr("Open it"), again);
    tell(host, tr("The run was not prepared"),
         tr("Preparing was cancelled. The drawing is unchanged, and its motion is not computed "
            "yet."),
         tr("Prepare it"), again);
}

void showPreparing(RunController& run, Host& host, BusyStatus& status) {
    auto* preparation = &run.preparation();
    const auto show = [preparation, &status](const QString& what, int after) {
        status.begin(
            preparation, what, [preparation] { preparation->cancel(); }, after);
    };
    const auto follow = [preparation, &status, show](bool slow) {
        if (!slow) return status.end(preparation);
        const QString name = QFileInfo(preparation->file()).fileName();
        show(preparation->opensFile() ? tr("Opening %1").arg(name) : tr("Preparing the run"), 0);
    };
    QObject::connect(&run, &RunController::preparingChanged, &status, follow);
    QObject::connect(preparation, &Preparation::told, &status,
                     [show](const QString& what) { show(what, BusyStatus::moment_ms); });
    QObject::connect(preparation, &Preparation::cancelled, &host,
                     [&host, preparation] { tellPreparing(host, *preparation); });
}

void showClosing(const LiveModel& live, Host& host, BusyStatus& status) {
    auto* closing = &live.closing();
    const auto cancel = [&host, closing] {
        closing->cancel();
        tell(host, tr("The loops were not closed"),
             tr("Closing was cancelled. The drawing is unchanged; until its loops are closed, "
                "nothing moves and the degrees of freedom are unknown."),
             tr("Close the loops"), [closing] { closing->askAgain(); });
    };
    const auto follow = [&live, closing, &status, cancel](bool underway) {
        if (!underway) return status.end(closing);
        const int loops = loopCount(*live.checked().model);
        status.begin(closing, tr("Closing %1 loops").arg(loops), cancel);
    };
    QObject::connect(closing, &LoopClosing::underway, &status, follow);
}

void showLooking(Xray& xray, Host& host, BusyStatus& status) {
    const auto cancel = [&host, &xray] {
        xray.cancelLook();
        tell(host, tr("The x-ray was not finished"),
             tr("The search was cancelled. Redundant constraints and their remedies are unknown "
                "for this pose."),
             tr("Search again"), [&xray] { xray.look(); });
    };
    QObject::connect(&xray, &Xray::looking, &status, [&xray, &status, cancel](bool underway) {
        if (!underway) return status.end(&xray);
        status.begin(&xray, tr("Searching for redundant constraints"), cancel);
    });
}

}  // namespace

void showBusyWork(Workspace& workspace, Host& host, Xray& xray, BusyStatus& status) {
    showPreparing(workspace.run, host, status);
    showClosing(workspace.live, host, status);
    showLooking(xray, host, status);
}

void addCancel(QMenu& run, Host& host, BusyStatus& status) {
    QAction* cancel =
        host.addCommand("cancelWork", tr("&Cancel computation"), "close",
                        tr("Cancels opening, closing loops or the x-ray"),
                        {QKeySequence(Qt::CTRL | Qt::Key_Period)}, [&status] { status.cancel(); });
    cancel->setEnabled(false);
    QObject::connect(&status, &BusyStatus::busyChanged, cancel, &QAction::setEnabled);
    run.addAction(cancel);
}

}  // namespace momentree::app
