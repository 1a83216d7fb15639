// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse events for a widget that is not on a screen.
#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

namespace momentree::app {

inline void sendMouse(QWidget* target, QEvent::Type type, QPointF at, Qt::MouseButton button,
                      Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QMouseEvent event(type, at, target->mapToGlobal(at), button, buttons, modifiers);
    QApplication::sendEvent(target, &event);
}

inline void drag(QWidget* target, QPointF from, QPointF to, Qt::MouseButton button,
                 Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    sendMouse(target, QEvent::MouseButtonPress, from, button, button, modifiers);
    sendMouse(target, QEvent::MouseMove, 0.5 * (from + to), Qt::NoButton, button, modifiers);
    sendMouse(target, QEvent::MouseMove, to, Qt::NoButton, button, modifiers);
    sendMouse(target, QEvent::MouseButtonRelease, to, button, Qt::NoButton, modifiers);
}

inline void turnWheel(QWidget* target, QPointF at, int notches, Qt::KeyboardModifiers modifiers) {
    QWheelEvent event(at, target->mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton,
                      modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
}

}  // namespace momentree::app
