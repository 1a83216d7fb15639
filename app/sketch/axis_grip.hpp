// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <array>

#include "app/document/edits/joints.hpp"
#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"

namespace momentree::app {

/// The axis of the selected joint on the picture, with a knob that turns it. It catches on the axes
/// of the world, on links and on the axes of other joints; Alt lets it go anywhere.
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

    /// [logical pixels]; nothing if no joint with an axis is selected, or it points at the viewer.
    std::optional<QPointF> knob() const;
    bool press(QPointF at);
    void move(QPointF at, Qt::KeyboardModifiers keys);
    void release();
    bool cancel();  ///< back to where it was; false if it is not held
    void paint(QPainter& painter) const;

private:
    int joint() const;  ///< -1 if none is selected that has an axis
    std::array<Vector3d, 2> directionsUnder(QPointF at) const;
    Vector3d directionUnder(QPointF at, bool catching);

    const Viewport& viewport_;
    const DrawingPlane& plane_;
    Edits& edits_;
    const Selection& selection_;
    Gesture gesture_;
    JointAxis before_{};
    bool nearer_ = true;  ///< the knob is on the side towards the viewer
};

/// Point and axis of a joint of the built model, as shown.
JointAxis axisOf(const CheckedModel& seen, int joint);
/// A direction that `wanted` is nearly along, if there is one: of the world, of the work plane, of
/// the joint's links, of other joints.
std::optional<Vector3d> nearbyDirection(const CheckedModel& seen, int joint, const Vector3d& wanted,
                                        const Vector3d& planeNormal);
/// "along z", or its components.
QString directionText(const Vector3d& direction);
void paintAxis(QPainter& painter, const Viewport& view, const JointAxis& axis, bool strong);

}  // namespace momentree::app
