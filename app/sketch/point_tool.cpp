// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/point_tool.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "app/document/edits/joints.hpp"
#include "app/document/edits/refusals.hpp"
#include "app/document/element.hpp"
#include "app/sketch/paint.hpp"

namespace momentree::app {
namespace {

/// A link, other than `except`, whose drawn line passes through the point: its marker there, or the
/// link without a marker; empty if there is none.
MarkerReference linkThrough(const CheckedModel& seen, const Vector3d& at, const std::string& except,
                            double reach) {
    for (std::size_t i = 0; i < seen.model->bodies.size(); ++i) {
        const Body& body = seen.model->bodies[i];
        if (body.name == except) continue;
        std::vector<Vector3d> corners;
        for (const int m : body.markers) {
            const Frame& frame = seen.model->markers[static_cast<std::size_t>(m)].frame;
            corners.push_back(seen.start[i].r + rotationOf<double>(seen.start[i].e) * frame.r);
            if ((corners.back() - at).norm() < reach)
                return {body.name, seen.model->markers[static_cast<std::size_t>(m)].name, 0};
        }
        for (std::size_t a = 0; a < corners.size(); ++a)
            for (std::size_t b = a + 1; b < corners.size(); ++b) {
                const Vector3d line = corners[b] - corners[a];
                const double t = std::clamp(
                    (at - corners[a]).dot(line) / std::max(line.squaredNorm(), 1e-18), 0.0, 1.0);
                if ((corners[a] + t * line - at).norm() < reach) return {body.name, "", 0};
            }
    }
    return {};
}

}  // namespace

PointTool::PointTool(ToolKind kind, Viewport& viewport, const DrawingPlane& plane,
                     const Snapping& snapping, Edits& edits, Selection& selection)
    : kind_(kind),
      viewport_(viewport),
      plane_(plane),
      snapping_(snapping),
      edits_(edits),
      selection_(selection) {}

bool PointTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    const Target target = snapping_.target(at, keys);
    if (kind_ == ToolKind::Ground) attachGround(target);
    if (kind_ == ToolKind::Pin) attachPin(target);
    if (kind_ == ToolKind::Motor) attachMotor(target);
    if (kind_ == ToolKind::Torque) attachTorque(target);
    return true;
}

void PointTool::move(QPointF at, Qt::KeyboardModifiers keys, bool) {
    now_ = snapping_.target(at, keys);
    viewport_.update();
}

bool PointTool::changeType(const Target& target) {
    const auto& joints = edits_.description().joints;
    const auto index = static_cast<std::size_t>(target.joint);
    if (target.joint < 0 || index >= joints.size() || joints[index].type == edits_.jointType())
        return false;
    QString why;
    const auto change = [&](Drawing& d) { why = setJointType(d, index, edits_.jointType()); };
    edits_.tryDraw(
        tr("Make %1 %2")
            .arg(QString::fromStdString(joints[index].name), jointTypeText(edits_.jointType())),
        change);
    if (!why.isEmpty()) edits_.refuse(why);
    selection_.set({Element::Kind::Joint, target.joint});
    return true;
}

void PointTool::attachGround(const Target& target) {
    if (target.point.free())
        return edits_.refuse(tr("There is no link here: click an end of a link, or a point on it"));
    if (target.point.on.body == "ground") {
        if (changeType(target)) return;
        return edits_.refuse(tr("This point is already attached to ground"));
    }
    if (edits_.draw(tr("Attach to ground"), [&](Drawing& d) { d.addGround(target.point); }))
        selectNewJoint();
}

void PointTool::selectNewJoint() {
    selection_.set(
        {Element::Kind::Joint, static_cast<int>(edits_.description().joints.size()) - 1});
}

void PointTool::attachPin(const Target& target) {
    if (changeType(target)) return;
    if (target.point.free() || target.point.on.body == "ground")
        return edits_.refuse(tr("A joint joins two links: click where they overlap"));
    const MarkerReference other = linkThrough(edits_.seen(), target.point.at, target.point.on.body,
                                              9.0 * viewport_.metresPerPixel());
    if (other.body.empty()) return edits_.refuse(tr("Click where two links meet"));
    const auto joined = [&](const JointDescription& joint) {
        return (joint.a.body == other.body && joint.b.body == target.point.on.body) ||
               (joint.b.body == other.body && joint.a.body == target.point.on.body);
    };
    if (target.joint >= 0 && std::ranges::any_of(edits_.description().joints, joined))
        return edits_.refuse(tr("These links are already joined here"));
    if (edits_.draw(tr("Join two links"), [&](Drawing& d) { d.addPin(target.point, other); }))
        selectNewJoint();
}

void PointTool::attachMotor(const Target& target) {
    if (target.joint < 0) return edits_.refuse(tr("A motor drives a joint: click a joint"));
    if (const QString why = motorRefusal(edits_.description(), edits_.seen(), target.joint);
        !why.isEmpty())
        return edits_.refuse(why);
    if (!edits_.draw(tr("Place motor"), [&](Drawing& d) { d.addMotor(target.joint); })) return;
    selection_.set(
        {Element::Kind::Motion, static_cast<int>(edits_.description().motions.size()) - 1});
}

void PointTool::attachTorque(const Target& target) {
    const bool hinge = Drawing::isHinge(edits_.seen(), target.joint);
    if (!hinge && (target.point.free() || target.point.on.body == "ground"))
        return edits_.refuse(tr("A torque acts on a link or in a hinge: click one of them"));
    if (edits_.draw(tr("Place torque"), [&](Drawing& d) {
            hinge ? d.addJointTorque(target.joint) : d.addTorque(target.point);
        }))
        selection_.set(
            {Element::Kind::Force, static_cast<int>(edits_.description().forces.size()) - 1});
}

void PointTool::paint(QPainter& painter) {
    if (!now_.point.free() || kind_ == ToolKind::Ground)
        paintSnap(painter, viewport_, plane_.get(), now_.snap);
}

QString PointTool::hint() const {
    if (kind_ == ToolKind::Ground) return tr("Click the end of a link to join it to ground");
    if (kind_ == ToolKind::Pin) return tr("Click where two links cross or meet");
    if (kind_ == ToolKind::Motor) return tr("Click a hinge or a slider");
    return tr("Click a link, or a hinge for a torque between its two links");
}

}  // namespace momentree::app
