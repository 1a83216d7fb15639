// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/when_shown.hpp"

#include <QEvent>
#include <QWidget>
#include <utility>

namespace momentree::app {

WhenShown::WhenShown(QWidget* panel, std::function<void()> work)
    : QObject(panel), panel_(panel), work_(std::move(work)) {
    panel->installEventFilter(this);
}

void WhenShown::request() {
    requested_ = !panel_->isVisible();
    if (!requested_) work_();
}

bool WhenShown::eventFilter(QObject* panel, QEvent* event) {
    if (event->type() == QEvent::Show && std::exchange(requested_, false)) work_();
    return QObject::eventFilter(panel, event);
}

}  // namespace momentree::app
