// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/axis_tool.hpp"

#include <cmath>

#include "app/sketch/paint.hpp"

namespace momentree::app {
namespace {

constexpr double sameAxisPlace = 1e-6;  ///< [m]

/// Along the line of a link that is closest to the cursor; 0 if it has none.
Vector3d alongLink(const CheckedModel& seen, const Viewport& view, int body, QPointF at) {
    const BodyState& state = seen.start[static_cast<std::size_t>(body)];
    std::vector<Vector3d> points;
    for (const int m : seen.model->bodies[static_cast<std::size_t>(body)].markers)
        points.push_back(state.r + rotationOf<double>(state.e) *
                                       seen.model->markers[static_cast<std::size_t>(m)].frame.r);
    Vector3d found = Vector3d::Zero();
    double nearest = 1e9;
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            if ((points[b] - points[a]).norm() < sameAxisPlace) continue;
            const QPointF from = view.toView(points[a]), line = view.toView(points[b]) - from;
            const double square = std::max(QPointF::dotProduct(line, line), 1e-9);
            const double t = std::clamp(QPointF::dotProduct(at - from, line) / square, 0.0, 1.0);
            const QPointF off = at - from - t * line;
            if (std::hypot(off.x(), off.y()) >= nearest) continue;
            nearest = std::hypot(off.x(), off.y());
            found = (points[b] - points[a]).normalized();
        }
    return found;
}

}  // namespace

AxisTool::AxisTool(Viewport& viewport, const DrawingPlane& plane, const Snapping& snapping,
                   Edits& edits, Selection& selection)
    : viewport_(viewport),
      plane_(plane),
      snapping_(snapping),
      edits_(edits),
      selection_(selection) {
    const Element chosen = selection_.current();
    if (chosen.kind == Element::Kind::Joint && canTurn(chosen.index)) joint_ = chosen.index;
}

bool AxisTool::canTurn(int joint) const {
    const CheckedModel& seen = edits_.seen();
    return seen.built && joint >= 0 &&
           static_cast<std::size_t>(joint) < seen.model->joints.size() &&
           hasAxis(seen.model->joints[static_cast<std::size_t>(joint)].type);
}

bool AxisTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    if (joint_ < 0) {
        const Target target = snapping_.target(at, keys);
        if (target.joint < 0)
            edits_.refuse(tr("First click the joint whose axis you want to turn"));
        else if (!canTurn(target.joint))
            edits_.refuse(tr("This joint has no axis"));
        else {
            joint_ = target.joint;
            selection_.set({Element::Kind::Joint, joint_});
        }
        return true;
    }
    const Vector3d direction = directionUnder(at, keys);
    if (!(direction.norm() > sameAxisPlace)) {
        edits_.refuse(
            tr("This does not define a direction: click a point, link or joint elsewhere"));
        return true;
    }
    const auto index = static_cast<std::size_t>(joint_);
    edits_.tryDraw(tr("Turn the axis of %1")
                       .arg(QString::fromStdString(edits_.description().joints[index].name)),
                   [&](Drawing& d) { setAxis(d, index, direction); });
    joint_ = -1;
    viewport_.update();
    return true;
}

void AxisTool::move(QPointF at, Qt::KeyboardModifiers keys, bool) {
    if (!canTurn(joint_)) joint_ = -1;
    if (joint_ >= 0) wanted_ = directionUnder(at, keys);
    viewport_.update();
}

Vector3d AxisTool::directionUnder(QPointF at, Qt::KeyboardModifiers keys) const {
    const CheckedModel& seen = edits_.seen();
    const Vector3d from = axisOf(seen, joint_).at;
    const Target target = snapping_.target(at, keys);
    if (keys.testFlag(Qt::ShiftModifier) && canTurn(target.joint))
        return axisOf(seen, target.joint).direction;
    if (target.joint == joint_) return plane_.get().normal();
    if (target.snap.point >= 0) return target.point.at - from;
    if (target.body >= 0) return alongLink(seen, viewport_, target.body, at);
    WorkPlane through = plane_.get();
    through.offset += through.height(from);
    const Vector3d wanted = through.at(pointUnder(viewport_, through, at)) - from;
    return nearbyDirection(seen, joint_, wanted.normalized(), through.normal()).value_or(wanted);
}

bool AxisTool::cancel() {
    const bool something = joint_ >= 0;
    joint_ = -1;
    viewport_.update();
    return something;
}

void AxisTool::paint(QPainter& painter) {
    if (!canTurn(joint_)) return;
    JointAxis axis = axisOf(edits_.seen(), joint_);
    paintAxis(painter, viewport_, axis, false);
    if (!(wanted_.norm() > sameAxisPlace)) return;
    axis.direction = wanted_.normalized();
    paintAxis(painter, viewport_, axis, true);
    paintLabel(painter, viewport_.toView(axis.at), directionText(axis.direction));
}

QString AxisTool::hint() const {
    return joint_ < 0 ? tr("Click the joint whose axis you want to turn")
                      : tr("Click a point or a link to set the direction · the same joint: normal "
                           "to the plane · Shift: parallel to another joint's axis");
}

}  // namespace momentree::app
