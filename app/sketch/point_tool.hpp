// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"
#include "app/sketch/snapping.hpp"
#include "app/sketch/tool.hpp"

namespace momentree::app {

/// Ground, pin, motor and torque: one click on a link or joint.
class PointTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::PointTool)
public:
    PointTool(ToolKind kind, Viewport& viewport, const DrawingPlane& plane,
              const Snapping& snapping, Edits& edits, Selection& selection);

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF, Qt::KeyboardModifiers) override {}
    void paint(QPainter& painter) override;
    QString hint() const override;

private:
    /// Changes an existing joint to the current type. Returns false if there is none.
    bool changeType(const Target& target);
    void attachGround(const Target& target);
    void attachPin(const Target& target);
    void attachMotor(const Target& target);
    void attachTorque(const Target& target);
    void selectNewJoint();

    ToolKind kind_;
    Viewport& viewport_;
    const DrawingPlane& plane_;
    const Snapping& snapping_;
    Edits& edits_;
    Selection& selection_;
    Target now_;
};

}  // namespace momentree::app
