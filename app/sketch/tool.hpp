// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <optional>

namespace momentree::app {

enum class ToolKind {
    Select,
    Link,
    Plate,
    Ground,
    Pin,
    Slider,
    Rod,
    Spring,
    Damper,
    Motor,
    Force,
    Torque,
    Contact,
    Balls,
    Cam,
    Axis,
    Measure
};
/// Effect of dragging: the mechanism follows as its joints allow, or lengths change.
enum class DragMode { Move, Reshape };

/// A drawing tool.
class Tool {
public:
    virtual ~Tool() = default;
    virtual bool press(QPointF at, Qt::KeyboardModifiers keys) = 0;
    virtual void move(QPointF at, Qt::KeyboardModifiers keys, bool pressed) = 0;
    virtual void release(QPointF at, Qt::KeyboardModifiers keys) = 0;
    virtual void finish() {}                 ///< Enter or a double click
    virtual bool cancel() { return false; }  ///< Escape; true if an action was cancelled
    virtual void paint(QPainter& painter) = 0;
    virtual QString hint() const = 0;  ///< the next action, for the status bar
    /// A length typed while drawing; returns empty on success, otherwise the error.
    virtual bool takesLength() const { return false; }
    /// Starts at the end of what was drawn last, for a length that is typed. False: nothing is
    /// there.
    virtual bool goOn() { return false; }
    virtual bool canGoOn() const { return false; }
    virtual QString entryUnit() const { return QStringLiteral("m"); }  ///< of the magnitude, SI
    virtual QString entryExample() const { return QStringLiteral("12 cm, 30 deg"); }
    virtual void takeLength(double, std::optional<double>) {}
};

}  // namespace momentree::app
