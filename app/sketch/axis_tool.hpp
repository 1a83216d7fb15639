// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/sketch/axis_grip.hpp"
#include "app/sketch/snapping.hpp"
#include "app/sketch/tool.hpp"

namespace momentree::app {

/// Sets the axis of a joint by clicking its target: first the joint, then another point, a link,
/// another joint with Shift (parallel to its axis), or the joint again (normal to the plane).
class AxisTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::AxisTool)
public:
    AxisTool(Viewport& viewport, const DrawingPlane& plane, const Snapping& snapping, Edits& edits,
             Selection& selection);

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF, Qt::KeyboardModifiers) override {}
    bool cancel() override;
    void paint(QPainter& painter) override;
    QString hint() const override;

private:
    bool canTurn(int joint) const;
    Vector3d directionUnder(QPointF at, Qt::KeyboardModifiers keys) const;

    Viewport& viewport_;
    const DrawingPlane& plane_;
    const Snapping& snapping_;
    Edits& edits_;
    Selection& selection_;
    int joint_ = -1;
    Vector3d wanted_ = Vector3d::Zero();
};

}  // namespace momentree::app
