// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/busy_work.hpp"

#include <QFileInfo>
#include <QMenu>

#include "app/base/text.hpp"
#include "app/document/loop_closing.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/runs/preparation.hpp"
#include "app/shell/busy_status.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/notice.hpp"
#include "app/shell/window_help.hpp"

namespace momentree::app {
namespace {

const QString cancelName = QStringLiteral("cancelWork");

/// What was not computed, and a button that asks for it again.
void tell(MainWindow& window, const QString& title, const QString& details, const QString& again,
          const std::function<void()>& act) {
    Notice& notice = window.notice();
    notice.announce(Notice::Kind::Warning, title, details, {{again, [&notice, act] {
                                                                 notice.hide();
                                                                 act();
                                                             }}});
}

void tellPreparing(MainWindow& window, Preparation& preparation) {
    const auto again = [&preparation] { preparation.askAgain(); };
    if (preparation.opensFile())
        return tell(window, tr("%1 was not opened").arg(QFileInfo(preparation.file()).fileName()),
                    tr("That was cancelled; what is shown is what was open before."), tr("Open it"),
                    again);
    tell(window, tr("The run was not prepared"),
         tr("That was cancelled: the drawing is as it was, and its motion is not computed yet."),
         tr("Prepare it"), again);
}

void showPreparing(MainWindow& window, BusyStatus& status) {
    auto* preparation = &window.run().preparation();
    const auto follow = [preparation, &status](bool slow) {
        if (!slow) return status.end(preparation);
        const QString name = QFileInfo(preparation->file()).fileName();
        status.begin(
            preparation,
            preparation->opensFile() ? tr("Opening %1").arg(name) : tr("Preparing the run"),
            [preparation] { preparation->cancel(); }, 0);
    };
    QObject::connect(&window.run(), &RunController::preparingChanged, &status, follow);
    QObject::connect(preparation, &Preparation::cancelled, &window,
                     [&window, preparation] { tellPreparing(window, *preparation); });
}

void showClosing(MainWindow& window, BusyStatus& status) {
    auto* closing = &window.live().closing();
    const auto cancel = [&window, closing] {
        closing->cancel();
        tell(window, tr("The loops were not closed"),
             tr("That was cancelled: the drawing is as it was, but until its loops are closed "
                "nothing moves and its degrees of freedom are not known."),
             tr("Close the loops"), [closing] { closing->askAgain(); });
    };
    const auto follow = [&window, closing, &status, cancel](bool underway) {
        if (!underway) return status.end(closing);
        const int loops = loopCount(*window.live().checked().model);
        status.begin(closing, tr("Closing %1 loops").arg(loops), cancel);
    };
    QObject::connect(closing, &LoopClosing::underway, &status, follow);
}

void showLooking(MainWindow& window, BusyStatus& status) {
    Xray& xray = window.xray();
    const auto cancel = [&window, &xray] {
        xray.cancelLook();
        tell(window, tr("The x-ray was not finished"),
             tr("That was cancelled: redundant constraints and their cures are not known for this "
                "pose."),
             tr("Look again"), [&xray] { xray.look(); });
    };
    QObject::connect(&xray, &Xray::looking, &status, [&xray, &status, cancel](bool underway) {
        if (!underway) return status.end(&xray);
        status.begin(&xray, tr("Looking for redundant constraints"), cancel);
    });
}

}  // namespace

void showBusyWork(MainWindow& window, BusyStatus& status) {
    showPreparing(window, status);
    showClosing(window, status);
    showLooking(window, status);
    if (auto* cancel = window.findChild<QAction*>(cancelName)) {
        QObject::connect(&status, &BusyStatus::busyChanged, cancel, &QAction::setEnabled);
        QObject::connect(cancel, &QAction::triggered, &status, &BusyStatus::cancel);
    }
}

void addCancel(MainWindow& window, QMenu& run) {
    QAction* cancel = addCommand(window, qPrintable(cancelName), tr("&Cancel what is computed"),
                                 "close", tr("Gives up opening, closing loops or the x-ray"),
                                 {QKeySequence(Qt::CTRL | Qt::Key_Period)}, [] {});
    cancel->setEnabled(false);
    run.addAction(cancel);
}

}  // namespace momentree::app
