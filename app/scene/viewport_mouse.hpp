// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>

#include "render/scene.hpp"

class QMouseEvent;
class QPainter;
class QWheelEvent;

namespace momentree::app {

class Viewport;

/// Receives mouse events of the viewport, for drawing tools. Positions are in logical pixels.
class MouseTool {
public:
    virtual ~MouseTool() = default;
    /// The left button; returning false leaves the event to the viewport.
    virtual bool press(QPointF at, Qt::KeyboardModifiers keys) = 0;
    virtual void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) = 0;
    virtual void release(QPointF at, Qt::KeyboardModifiers keys) = 0;
    virtual void doubleClick(QPointF at) = 0;
    virtual void paint(QPainter& painter) = 0;  ///< on top of the picture
};

/// The mouse over a viewport. The left button belongs to the tool, if there is one. Otherwise:
/// click selects, drag orbits. Right drag: orbit. Middle drag or Shift + left drag: pan. Wheel or
/// pinch: zoom to the pointer; Shift + wheel: pan. Double click: fit.
class ViewportMouse final : public QObject {
    Q_OBJECT
public:
    explicit ViewportMouse(Viewport& viewport);  ///< its child

    void setTool(MouseTool* tool);  ///< not owned
    MouseTool* tool() const { return tool_; }

Q_SIGNALS:
    void picked(const momentree::render::Picked& picked);
    void contextWanted(const QPoint& global);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void turnWheel(const QWheelEvent& event);
    void zoom(double factor, QPointF at);

    Viewport& viewport_;
    MouseTool* tool_ = nullptr;
    QPointF pressed_, last_;
    bool dragging_ = false;
    bool toolPressed_ = false;
};

}  // namespace momentree::app
