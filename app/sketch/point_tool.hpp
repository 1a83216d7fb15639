// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/sketch/tool.hpp"

namespace momentree::app {

/// Ground, pin, motor and torque: one click on a link or joint.
class PointTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::PointTool)
public:
    PointTool(ToolKind kind, Sketcher& sketcher) : Tool(sketcher), kind_(kind) {}

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
    Target now_;
};

}  // namespace momentree::app
