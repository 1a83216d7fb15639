// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/sketch/snapping.hpp"
#include "app/sketch/tool.hpp"

namespace momentree::app {

/// Measures between two points of the drawing; changes nothing.
class MeasureTool final : public Tool {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::MeasureTool)
public:
    MeasureTool(Viewport& viewport, const DrawingPlane& plane, const Snapping& snapping)
        : viewport_(viewport), plane_(plane), snapping_(snapping) {}

    bool press(QPointF at, Qt::KeyboardModifiers keys) override;
    void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) override;
    void release(QPointF, Qt::KeyboardModifiers) override {}
    bool cancel() override;
    void paint(QPainter& painter) override;
    QString hint() const override;
    /// "0.25 m · 36.9° · dx 0.2 m · dy 0.15 m"; empty before the second point is known.
    QString result() const;

private:
    Viewport& viewport_;
    const DrawingPlane& plane_;
    const Snapping& snapping_;
    std::optional<Vector3d> from_, to_;  ///< world [m]
    bool done_ = false;                  ///< `to_` was clicked
};

}  // namespace momentree::app
