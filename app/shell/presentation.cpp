// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/presentation.hpp"

#include <QLabel>
#include <array>

#include "app/base/theme/tokens.hpp"
#include "app/plots/plot_widget.hpp"
#include "app/scene/viewport.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

constexpr int keysTime_ms = 3000, margin = 48;
constexpr int besideAxes = 96;  ///< in the corner of the scene [px]
constexpr int plotShare = 42;   ///< of the width [%]
constexpr double pointSize = 18.0;
constexpr std::array plotNames{"probesDock", "energyDock", "driftDock", "phasesDock",
                               "portraitDock"};

QFont largeFont(const QFont& font) { return scaledFont(font, pointSize / font.pointSizeF()); }

}  // namespace

Presentation::Presentation(Workspace& workspace, Host& host, Spaces& spaces)
    : QObject(&host), workspace_(workspace), host_(host), spaces_(spaces) {
    command_ = host.actions.make(
        "presentation", tr("&Presentation"), "present",
        tr("Shows only the scene and one plot in large type, for a projector; Esc leaves"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)}, true);
    title_ = new QLabel(&host.viewport);
    title_->setFont(textFont(TextSize::Hero, title_->font()));
    keys_ = new QLabel(tr("Space: pause    ← →: step    Esc: leave"), &host.viewport);
    keys_->setFont(largeFont(keys_->font()));
    for (QLabel* label : {title_, keys_}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        label->hide();
    }
    keysTimer_.setSingleShot(true);
    keysTimer_.setInterval(keysTime_ms);
    connect(&keysTimer_, &QTimer::timeout, keys_, &QWidget::hide);
    connect(command_, &QAction::triggered, this,
            [this](bool on) { on ? enter() : spaces_.show(before_); });
    connect(host.actions.escape, &QAction::triggered, this, [this] {
        if (spaces_.current() == Space::Presentation) spaces_.show(before_);
    });
    connect(&spaces, &Spaces::changed, this, &Presentation::follow);
}

/// The plot that is seen now stays; by default that of the energy.
void Presentation::enter() {
    before_ = spaces_.current();
    plot_ = plotNames[1];
    for (const char* name : plotNames) {
        const auto* dock = host_.window.findChild<QDockWidget*>(name);
        if (dock->visibleRegion().isEmpty()) continue;
        plot_ = name;
        break;
    }
    fullScreen_ = host_.window.isFullScreen();
    spaces_.show(Space::Presentation);
}

void Presentation::follow(Space space) {
    const bool on = space == Space::Presentation;
    if (on == title_->isVisibleTo(&host_.viewport)) return;
    command_->setChecked(on);
    QMainWindow& window = host_.window;
    auto* plot = window.findChild<QDockWidget*>(plot_);
    plot->setFont(on ? largeFont(window.font()) : window.font());
    for (auto* curves : plot->findChildren<PlotWidget*>()) {
        curves->enlarge(on ? double(metric::presentationText) / metric::plotText : 1.0);
        curves->leaveOutTools(on);
    }
    title_->setText(workspace_.document.title());
    title_->adjustSize();
    title_->move(margin, margin / 2);
    title_->setVisible(on);
    keys_->setVisible(on);
    if (!on) {
        if (!fullScreen_) window.setWindowState(window.windowState() & ~Qt::WindowFullScreen);
        return;
    }
    window.setWindowState(window.windowState() | Qt::WindowFullScreen);
    plot->setFeatures(QDockWidget::NoDockWidgetFeatures);
    plot->show();
    plot->raise();
    window.resizeDocks({plot}, {window.width() * plotShare / 100}, Qt::Horizontal);
    keys_->adjustSize();
    keys_->move(margin + besideAxes, host_.viewport.height() - keys_->height() - margin);
    keysTimer_.start();
}

}  // namespace momentree::app
