// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/theme/focus_ring.hpp"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QFocusFrame>
#include <QPointer>
#include <QSplitter>

namespace momentree::app {
namespace {

bool isRinged(const QWidget* widget) {
    if (widget == nullptr || !widget->window()->testAttribute(Qt::WA_KeyboardFocusChange))
        return false;
    // A splitter would make the ring one of its panes.
    if (widget->isWindow() || qobject_cast<QSplitter*>(widget->parentWidget())) return false;
    if (const auto* combo = qobject_cast<const QComboBox*>(widget)) return !combo->isEditable();
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider*>(widget) != nullptr;
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget*, QWidget* now) { follow(now); });
}

void FocusRing::follow(QWidget* focused) {
    // The frame belongs to the parent of the widget and may be destroyed with it.
    static QPointer<QFocusFrame> frame;
    if (!isRinged(focused)) {
        if (frame) frame->setWidget(nullptr);
        return;
    }
    if (!frame) frame = new QFocusFrame(focused->parentWidget());
    frame->setWidget(focused);
}

}  // namespace momentree::app
