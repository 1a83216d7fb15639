// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_layout.hpp"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double largeType = 1.6;

}  // namespace

LessonLayout::LessonLayout(QMainWindow& window, QDockWidget& lesson)
    : window_(window), lesson_(lesson) {}

void LessonLayout::set(Mode mode) {
    if (mode == mode_) return;
    const Mode old = mode_;
    mode_ = mode;
    if (old == Mode::Projector) project(false);
    if (mode == Mode::Projector) project(true);
}

void LessonLayout::project(bool on) {
    if (!on) {
        window_.menuBar()->setVisible(menuShown_);
        window_.statusBar()->setVisible(statusShown_);
        lesson_.setTitleBarWidget(nullptr);
        setLarge(false);
        window_.restoreState(beforeProjector_);
        if (!fullScreen_) window_.setWindowState(window_.windowState() & ~Qt::WindowFullScreen);
        return;
    }
    beforeProjector_ = window_.saveState();
    menuShown_ = window_.menuBar()->isVisible();
    statusShown_ = window_.statusBar()->isVisible();
    fullScreen_ = window_.isFullScreen();
    for (auto* bar : window_.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->hide();
    for (auto* dock : window_.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        dock->setVisible(dock == &lesson_);
    // Shortcuts still work, since they belong to actions of the window.
    window_.menuBar()->hide();
    window_.statusBar()->hide();
    auto* noTitle = new QWidget(&lesson_);
    noTitle->setFixedHeight(0);
    lesson_.setTitleBarWidget(noTitle);
    setLarge(true);
    if (!fullScreen_) window_.setWindowState(window_.windowState() | Qt::WindowFullScreen);
    window_.resizeDocks({&lesson_}, {window_.width() * 45 / 100}, Qt::Horizontal);
}

/// The whole window: the lesson, the poll that stands beside it as a tab, the scene and its time.
void LessonLayout::setLarge(bool on) {
    // Without a size of its own, the window has the font of the program.
    window_.setFont(on ? scaledFont(window_.font(), largeType) : QFont());
}

}  // namespace momentree::app
