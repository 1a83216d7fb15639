// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/viewport_mouse.hpp"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <array>
#include <cmath>

#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double zoomPerWheelStep = 1.15;
constexpr double wheelStep = 120.0;  // eighths of a degree, Qt's unit

}  // namespace

ViewportMouse::ViewportMouse(Viewport& viewport) : QObject(&viewport), viewport_(viewport) {
    viewport.installEventFilter(this);
}

void ViewportMouse::setTool(MouseTool* tool) {
    tool_ = tool;
    viewport_.setMouseTracking(tool != nullptr);
}

bool ViewportMouse::eventFilter(QObject*, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            press(static_cast<QMouseEvent&>(*event));
            return true;
        case QEvent::MouseMove:
            move(static_cast<QMouseEvent&>(*event));
            return true;
        case QEvent::MouseButtonRelease:
            release(static_cast<QMouseEvent&>(*event));
            return true;
        case QEvent::MouseButtonDblClick:
            doubleClick(static_cast<QMouseEvent&>(*event));
            return true;
        case QEvent::Wheel:
            turnWheel(static_cast<QWheelEvent&>(*event));
            event->accept();
            return true;
        case QEvent::NativeGesture: {
            const auto& gesture = static_cast<QNativeGestureEvent&>(*event);
            if (gesture.gestureType() != Qt::ZoomNativeGesture) return false;
            zoom(1.0 + gesture.value(), gesture.position());
            return true;
        }
        default:
            return false;
    }
}

void ViewportMouse::press(const QMouseEvent& event) {
    pressed_ = last_ = event.position();
    dragging_ = false;
    toolPressed_ = tool_ && event.button() == Qt::LeftButton &&
                   tool_->press(event.position(), event.modifiers());
}

void ViewportMouse::move(const QMouseEvent& event) {
    const QPointF position = event.position();
    if (tool_ && (toolPressed_ || event.buttons() == Qt::NoButton))
        return tool_->move(position, event.modifiers(), toolPressed_);
    if (event.buttons() == Qt::NoButton) return;
    if (!dragging_ &&
        (position - pressed_).manhattanLength() < QApplication::startDragDistance() / 2)
        return;
    dragging_ = true;
    const QPointF by = viewport_.toDevice(position - last_);
    last_ = position;
    const bool pan =
        event.buttons().testFlag(Qt::MiddleButton) || event.modifiers().testFlag(Qt::ShiftModifier);
    viewport_.setCursor(pan ? Qt::SizeAllCursor : Qt::ClosedHandCursor);
    if (pan)
        viewport_.edit().pan(by.x(), by.y());
    else
        viewport_.edit().orbit(by.x(), by.y());
}

void ViewportMouse::release(const QMouseEvent& event) {
    if (toolPressed_ && event.button() == Qt::LeftButton) {
        toolPressed_ = false;
        return tool_->release(event.position(), event.modifiers());
    }
    if (dragging_) viewport_.unsetCursor();
    if (!dragging_ && event.button() == Qt::RightButton)
        Q_EMIT contextWanted(event.globalPosition().toPoint());
    if (dragging_ || event.button() != Qt::LeftButton) return;
    const render::Picked hit = viewport_.pickAt(event.position());
    viewport_.select(std::array{hit});
    Q_EMIT picked(hit);
}

void ViewportMouse::doubleClick(const QMouseEvent& event) {
    if (event.button() == Qt::LeftButton)
        tool_ ? tool_->doubleClick(event.position()) : viewport_.edit().fit();
    dragging_ = true;  // so that the following release does not change the selection
    toolPressed_ = false;
}

void ViewportMouse::turnWheel(const QWheelEvent& event) {
    const QPoint turn = event.angleDelta();
    if (!event.modifiers().testFlag(Qt::ShiftModifier))
        return zoom(std::pow(zoomPerWheelStep, turn.y() / wheelStep), event.position());
    const QPointF by = viewport_.toDevice(
        event.pixelDelta().isNull() ? QPointF(turn) / 4.0 : QPointF(event.pixelDelta()));
    // Many systems already turn Shift + wheel into a horizontal one.
    viewport_.edit().pan(by.x() != 0.0 ? by.x() : by.y(), 0.0);
}

void ViewportMouse::zoom(double factor, QPointF at) {
    const QPointF p = viewport_.toDevice(at);
    viewport_.edit().zoom(factor, p.x(), p.y());
}

}  // namespace momentree::app
