// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/point_tool.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "app/document/edits/joints.hpp"
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

bool PointTool::press(QPointF at, Qt::KeyboardModifiers keys) {
    const Target target = s_.target(at, keys);
    if (kind_ == ToolKind::Ground) attachGround(target);
    if (kind_ == ToolKind::Pin) attachPin(target);
    if (kind_ == ToolKind::Motor) attachMotor(target);
    if (kind_ == ToolKind::Torque) attachTorque(target);
    return true;
}

void PointTool::move(QPointF at, Qt::KeyboardModifiers keys, bool) {
    now_ = s_.target(at, keys);
    s_.viewport.update();
}

bool PointTool::changeType(const Target& target) {
    const auto& joints = s_.document.description().joints;
    const auto index = static_cast<std::size_t>(target.joint);
    if (target.joint < 0 || index >= joints.size() || joints[index].type == s_.jointType())
        return false;
    QString why;
    const auto change = [&](Drawing& d) { why = setJointType(d, index, s_.jointType()); };
    s_.tryDraw(tr("Make %1 %2")
                   .arg(QString::fromStdString(joints[index].name), jointTypeText(s_.jointType())),
               change);
    if (!why.isEmpty()) s_.refuse(why);
    s_.selection.set({Element::Kind::Joint, target.joint});
    return true;
}

void PointTool::attachGround(const Target& target) {
    if (target.point.free())
        return s_.refuse(tr("There is no link here: click an end of a link, or a point on it"));
    if (target.point.on.body == "ground") {
        if (changeType(target)) return;
        return s_.refuse(tr("This point is already attached to ground"));
    }
    if (s_.draw(tr("Attach to ground"), [&](Drawing& d) { d.addGround(target.point); }))
        selectNewJoint();
}

void PointTool::selectNewJoint() {
    s_.selection.set(
        {Element::Kind::Joint, static_cast<int>(s_.document.description().joints.size()) - 1});
}

void PointTool::attachPin(const Target& target) {
    if (changeType(target)) return;
    if (target.point.free() || target.point.on.body == "ground")
        return s_.refuse(tr("A joint joins two links: click where they overlap"));
    const MarkerReference other =
        linkThrough(s_.live.checked(), target.point.at, target.point.on.body,
                    9.0 * s_.viewport.metresPerPixel());
    if (other.body.empty())
        return s_.refuse(tr("There is only one link here: click where two links cross or meet"));
    const auto joined = [&](const JointDescription& joint) {
        return (joint.a.body == other.body && joint.b.body == target.point.on.body) ||
               (joint.b.body == other.body && joint.a.body == target.point.on.body);
    };
    if (target.joint >= 0 && std::ranges::any_of(s_.document.description().joints, joined))
        return s_.refuse(tr("These links are already joined here"));
    if (s_.draw(tr("Join two links"), [&](Drawing& d) { d.addPin(target.point, other); }))
        selectNewJoint();
}

void PointTool::attachMotor(const Target& target) {
    if (target.joint < 0) return s_.refuse(tr("A motor drives a joint: click a joint"));
    const CheckedModel& seen = s_.live.checked();
    if (seen.assembled && seen.report.degreesOfFreedom == 0)
        return s_.refuse(
            tr("There is no degree of freedom left to drive: joints and motors already use all of "
               "them"));
    bool added = false;
    s_.draw(tr("Place motor"), [&](Drawing& d) { added = d.addMotor(target.joint); });
    if (!added)
        return s_.refuse(
            tr("This joint cannot have a motor: it already has one, or it has no single angle or "
               "displacement"));
    s_.selection.set(
        {Element::Kind::Motion, static_cast<int>(s_.document.description().motions.size()) - 1});
}

void PointTool::attachTorque(const Target& target) {
    const bool hinge = Drawing::isHinge(s_.live.checked(), target.joint);
    if (!hinge && (target.point.free() || target.point.on.body == "ground"))
        return s_.refuse(tr("A torque acts on a link or in a hinge: click one of them"));
    if (s_.draw(tr("Place torque"), [&](Drawing& d) {
            hinge ? d.addJointTorque(target.joint) : d.addTorque(target.point);
        }))
        s_.selection.set(
            {Element::Kind::Force, static_cast<int>(s_.document.description().forces.size()) - 1});
}

void PointTool::paint(QPainter& painter) {
    if (!now_.point.free() || kind_ == ToolKind::Ground)
        paintSnap(painter, s_.viewport, s_.plane(), now_.snap);
}

QString PointTool::hint() const {
    if (kind_ == ToolKind::Ground) return tr("Click the end of a link to join it to ground");
    if (kind_ == ToolKind::Pin) return tr("Click where two links cross or meet");
    if (kind_ == ToolKind::Motor) return tr("Click a hinge or a slider");
    return tr("Click a link, or a hinge for a torque between its two links");
}

}  // namespace momentree::app
