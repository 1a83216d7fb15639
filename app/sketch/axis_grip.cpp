// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/axis_grip.hpp"

#include <array>
#include <cmath>

#include "app/base/text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/sketch/paint.hpp"

namespace momentree::app {
namespace {

constexpr double arm = 72.0, axisReach = 10.0;  ///< [pixels]
constexpr double shortestAxis = 22.0;           ///< shortest arm that can be dragged [pixels]
constexpr double axisCatches = 0.1;             ///< sine within which a direction snaps

Frame poseOf(const CheckedModel& seen, int body) {
    if (body == ground) return {};
    const BodyState& state = seen.start[static_cast<std::size_t>(body)];
    return {rotationOf<double>(state.e), state.r};
}

}  // namespace

JointAxis axisOf(const CheckedModel& seen, int joint) {
    const JointElement& element = seen.model->joints[static_cast<std::size_t>(joint)];
    return {(poseOf(seen, element.B.body) * element.B.frame).r,
            (poseOf(seen, element.A.body) * element.A.frame).R.col(2)};
}

std::optional<Vector3d> nearbyDirection(const CheckedModel& seen, int joint, const Vector3d& wanted,
                                        const Vector3d& planeNormal) {
    std::vector<Vector3d> candidates{Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ(),
                                     planeNormal};
    const JointElement& element = seen.model->joints[static_cast<std::size_t>(joint)];
    const Vector3d at = axisOf(seen, joint).at;
    for (const int body : {element.A.body, element.B.body}) {
        if (body == ground) continue;
        for (const int m : seen.model->bodies[static_cast<std::size_t>(body)].markers) {
            const Marker& marker = seen.model->markers[static_cast<std::size_t>(m)];
            candidates.push_back((poseOf(seen, body) * marker.frame).r - at);
        }
    }
    for (std::size_t k = 0; k < seen.model->joints.size(); ++k)
        if (static_cast<int>(k) != joint && hasAxis(seen.model->joints[k].type))
            candidates.push_back(axisOf(seen, static_cast<int>(k)).direction);
    std::optional<Vector3d> found;
    double nearest = axisCatches;
    for (Vector3d candidate : candidates) {
        if (candidate.norm() < 1e-6) continue;
        candidate.normalize();
        const double off = candidate.cross(wanted).norm();
        if (off >= nearest) continue;
        nearest = off;
        found = candidate.dot(wanted) < 0.0 ? Vector3d(-candidate) : candidate;
    }
    return found;
}

QString directionText(const Vector3d& direction) {
    const std::array<QString, 3> names{"x", "y", "z"};
    for (int k = 0; k < 3; ++k)
        if (std::abs(direction[k]) > 1.0 - 1e-9)
            return tr("along %1%2")
                .arg(direction[k] < 0.0 ? QString(QChar(0x2212)) : QString(),
                     names[static_cast<std::size_t>(k)]);
    const auto number = [&](int k) {
        return QString::number(roundedTo(direction[k], 3)).replace('-', QChar(0x2212));
    };
    return QStringLiteral("%1, %2, %3").arg(number(0), number(1), number(2));
}

void paintAxis(QPainter& painter, const Viewport& view, const JointAxis& axis, bool strong) {
    const double length = arm * view.metresPerPixel();
    const QColor color = themeColors(isDark()).accent;
    QPen pen(color, strong ? 2.0 : 1.4);
    pen.setDashPattern({8, 3, 2, 3});
    painter.setPen(pen);
    painter.drawLine(view.toView(axis.at - length * axis.direction),
                     view.toView(axis.at + length * axis.direction));
}

int AxisGrip::joint() const {
    const Element chosen = selection_.current();
    const CheckedModel& seen = edits_.seen();
    if (chosen.kind != Element::Kind::Joint || !seen.built || selection_.elements().size() != 1 ||
        static_cast<std::size_t>(chosen.index) >= seen.model->joints.size())
        return -1;
    return hasAxis(seen.model->joints[static_cast<std::size_t>(chosen.index)].type) ? chosen.index
                                                                                    : -1;
}

std::optional<QPointF> AxisGrip::knob() const {
    const int index = joint();
    if (index < 0) return std::nullopt;
    const JointAxis axis = axisOf(edits_.seen(), index);
    const double length = arm * viewport_.metresPerPixel();
    const QPointF at = viewport_.toView(axis.at + length * axis.direction);
    const QPointF along = at - viewport_.toView(axis.at);
    if (std::hypot(along.x(), along.y()) < shortestAxis) return std::nullopt;
    return at;
}

bool AxisGrip::press(QPointF at) {
    const auto tip = knob();
    if (!tip || std::hypot(tip->x() - at.x(), tip->y() - at.y()) > axisReach) return false;
    gesture_.begin();
    before_ = axisOf(gesture_.seen(), joint());
    nearer_ = before_.direction.dot(viewport_.scene().towardsViewer()) > -1e-9;
    return true;
}

/// Directions from the joint to the points where the line of sight through `at` meets the sphere
/// around it, the nearer one first; next to the sphere both point to its nearest edge.
std::array<Vector3d, 2> AxisGrip::directionsUnder(QPointF at) const {
    const double length = arm * viewport_.metresPerPixel();
    const Vector3d towards = viewport_.scene().towardsViewer();
    const Vector3d from = viewport_.toWorld(at, before_.at, towards);
    const Vector3d sight =
        (viewport_.toWorld(at, before_.at + length * towards, towards) - from).normalized();
    const Vector3d d = from - before_.at;
    const double along = -d.dot(sight);
    const double depth =
        std::sqrt(std::max(0.0, along * along - d.squaredNorm() + length * length));
    return {d + (along + depth) * sight, d + (along - depth) * sight};
}

/// On the half of the sphere with the knob; a direction to which it snaps may be on the other half.
/// In planar drawings in the plane.
Vector3d AxisGrip::directionUnder(QPointF at, bool catching) {
    const Vector3d normal = plane_.get().normal();
    std::array<Vector3d, 2> found = directionsUnder(at);
    if (plane_.flat()) found.fill(viewport_.toWorld(at, before_.at, normal) - before_.at);
    if (!nearer_) std::swap(found[0], found[1]);
    if (!(found[0].norm() > 0.0 && found[1].norm() > 0.0)) return before_.direction;
    for (Vector3d& direction : found) direction.normalize();
    for (const bool other : {false, true}) {
        const auto caught =
            catching ? nearbyDirection(gesture_.seen(), joint(), found[other ? 1 : 0], normal)
                     : std::nullopt;
        if (!caught) continue;
        nearer_ = nearer_ != other;
        return *caught;
    }
    return found[0];
}

void AxisGrip::move(QPointF at, Qt::KeyboardModifiers keys) {
    if (!gesture_.active()) return;
    const int index = joint();
    if (index < 0) return;
    const Vector3d direction = directionUnder(at, !keys.testFlag(Qt::AltModifier));
    const ModelDescription& base = gesture_.base();
    const CheckedModel& seen = gesture_.seen();
    gesture_.edit(
        tr("Turn the axis of %1")
            .arg(QString::fromStdString(base.joints[static_cast<std::size_t>(index)].name)),
        [&](ModelDescription& d) {
            d = base;
            writeStart(d, *seen.model, seen.start);
            Drawing drawing{d, seen};
            setAxis(drawing, static_cast<std::size_t>(index), direction);
        });
}

void AxisGrip::release() {
    if (gesture_.active()) gesture_.end();
}

bool AxisGrip::cancel() {
    if (!gesture_.active()) return false;
    gesture_.takeBack(tr("Turn the axis"));
    gesture_.end();
    return true;
}

void AxisGrip::paint(QPainter& painter) const {
    const int index = joint();
    if (index < 0) return;
    const JointAxis axis = axisOf(edits_.seen(), index);
    const auto tip = knob();
    if (!tip) return;
    paintAxis(painter, viewport_, axis, gesture_.active());
    const QColor color = themeColors(isDark()).accent;
    painter.setPen(QPen(color, 2.2));
    painter.setBrush(gesture_.active() ? color : QGuiApplication::palette().color(QPalette::Base));
    painter.drawEllipse(*tip, 6, 6);
    if (gesture_.active()) paintLabel(painter, *tip, directionText(axis.direction));
}

}  // namespace momentree::app
