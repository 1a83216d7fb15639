// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <array>

#include "app/document/edits/joints.hpp"
#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"

namespace momentree::app {

/// The axis of the selected joint in the picture, with a knob that turns it. It snaps to world
/// axes, to links and to the axes of other joints; hold Alt to turn snapping off.
class AxisGrip final {
    Q_DECLARE_TR_FUNCTIONS(momentree::app::AxisGrip)
public:
    AxisGrip(const Viewport& viewport, const DrawingPlane& plane, Edits& edits,
             const Selection& selection)
        : viewport_(viewport),
          plane_(plane),
          edits_(edits),
          selection_(selection),
          gesture_(edits) {}

    /// [logical pixels]; empty if no joint with an axis is selected, or if the axis points at the
    /// viewer.
    std::optional<QPointF> knob() const;
    bool press(QPointF at);
    void move(QPointF at, Qt::KeyboardModifiers keys);
    void release();
    bool cancel();  ///< restores the axis; false if it is not being dragged
    void paint(QPainter& painter) const;

private:
    int joint() const;  ///< selected joint with an axis, -1 if there is none
    std::array<Vector3d, 2> directionsUnder(QPointF at) const;
    Vector3d directionUnder(QPointF at, bool catching);

    const Viewport& viewport_;
    const DrawingPlane& plane_;
    Edits& edits_;
    const Selection& selection_;
    Gesture gesture_;
    JointAxis before_{};
    bool nearer_ = true;  ///< the knob is on the viewer's side
};

/// Position and axis of a joint of the built model in the current pose.
JointAxis axisOf(const CheckedModel& seen, int joint);
/// A direction close to `wanted`, if there is one: of world axes, the work plane, the joint's
/// links, or other joints.
std::optional<Vector3d> nearbyDirection(const CheckedModel& seen, int joint, const Vector3d& wanted,
                                        const Vector3d& planeNormal);
/// "along z", or its components.
QString directionText(const Vector3d& direction);
void paintAxis(QPainter& painter, const Viewport& view, const JointAxis& axis, bool strong);

}  // namespace momentree::app
