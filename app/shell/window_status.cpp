// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window_status.hpp"

#include <QHBoxLayout>
#include <QStatusBar>
#include <QToolButton>

#include "app/base/text.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/document/loop_closing.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/xray/xray.hpp"
#include "app/shell/busy_status.hpp"
#include "app/shell/model_status.hpp"
#include "app/shell/pointer_status.hpp"
#include "app/shell/run_status.hpp"
#include "app/shell/spaces.hpp"
#include "app/shell/status_bar.hpp"
#include "app/sketch/hint_bar.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

/// Shows the number of warnings of the run on screen; a click lists them.
QToolButton* makeWarnings(Workspace& workspace, Host& host) {
    auto* warnings = new QToolButton(&host.window);
    warnings->setObjectName("warnings");
    warnings->setAutoRaise(true);
    warnings->setIcon(themedIcon("warning"));
    warnings->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    warnings->setToolTip(tr("Shows the warnings about this model"));
    warnings->hide();
    QObject::connect(warnings, &QToolButton::clicked, &host,
                     [&host] { host.raise("messagesDock"); });
    const RunController& run = workspace.run;
    QObject::connect(&run, &RunController::runChanged, warnings, [&run, warnings] {
        const auto count = static_cast<int>(run.warnings().size());
        warnings->setText(count == 1 ? tr("1 warning") : tr("%1 warnings").arg(count));
        warnings->setVisible(count > 0);
    });
    QObject::connect(&workspace.live, &LiveModel::changed, warnings, [warnings](bool fresh) {
        if (fresh) warnings->hide();
    });
    return warnings;
}

/// Says why the model cannot move, or closes its loops on request.
void tellModel(const ModelStatus& status, Workspace& workspace, Host& host) {
    const CheckedModel& checked = workspace.live.checked();
    LoopClosing& closing = workspace.live.closing();
    if (closing.cancelled()) {
        host.notice.hide();
        return closing.askAgain();
    }
    if (checked.problems.empty()) return host.say(status.details().section('\n', 0, 0));
    auto* messages = host.window.findChild<MessagesPanel*>();
    messages->addFault(status.text(), workspace.document.file(), checked.problems);
    host.raise("messagesDock");
}

/// For what shows and hides itself.
QWidget* boxed(QWidget* widget) {
    auto* box = new QWidget;
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(widget);
    return box;
}

}  // namespace

void fillStatusBar(Workspace& workspace, Host& host, Spaces& spaces, const DrawingPlane& plane,
                   BusyStatus& busy) {
    QMainWindow* window = &host.window;
    QStatusBar* bar = window->statusBar();
    bar->setSizeGripEnabled(false);
    bar->setContentsMargins(0, 0, metric::rowGap, 0);
    auto* model = new ModelStatus(
        workspace.live, [&host] { return host.viewport.scene().plane().has_value(); }, window);
    QObject::connect(model, &QToolButton::clicked, &host,
                     [&workspace, &host, model] { tellModel(*model, workspace, host); });
    auto& watch = window->findChild<Xray*>()->watch();
    auto* line = new StatusLine(*bar);
    bar->addPermanentWidget(model);
    bar->addPermanentWidget(line, 1);
    bar->addPermanentWidget(&busy);
    bar->addPermanentWidget(new PointerStatus(host.viewport, plane, workspace.selection, window));
    bar->addPermanentWidget(makeWarnings(workspace, host));
    auto* gauge = new SingularityGauge(watch, SingularityGauge::Without::Hides, window);
    auto* gaugeBox = boxed(gauge);
    auto* run = new RunStatus(workspace.run, window);
    bar->addPermanentWidget(gaugeBox);
    bar->addPermanentWidget(run);
    auto* hints = host.viewport.findChild<HintBar*>();
    const QString mouse = host.viewport.statusTip();
    const auto follow = [&workspace, &host, &spaces, mouse, model, line, gaugeBox, run, hints] {
        const Space space = spaces.current();
        const bool all = space == Space::Everything;
        const CheckedModel& checked = workspace.live.checked();
        const bool empty = !checked.assembled && checked.problems.empty() &&
                           !isBeingAssembled(checked) && !workspace.live.closing().cancelled();
        model->setVisible(all || !empty);
        gaugeBox->setVisible(all || space == Space::Analyse);
        run->setVisible(all || space == Space::Run || space == Space::Compare);
        hints->setQuiet(!all);
        host.viewport.setStatusTip(all ? mouse : QString());  // the hint says more
        line->setHint(all ? QString() : empty ? tr("Empty drawing") : hints->hint());
    };
    QObject::connect(&spaces, &Spaces::changed, model, follow);
    QObject::connect(&workspace.live, &LiveModel::changed, model, follow);
    QObject::connect(hints, &HintBar::hintChanged, model, follow);
    follow();
}

}  // namespace momentree::app
