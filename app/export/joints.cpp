// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/base/theme/tokens.hpp"
#include "app/export/line_drawing.hpp"
#include "core/joints/joint_type.hpp"
#include "core/model/rolling.hpp"

namespace momentree::app {
namespace {

constexpr double line_px = 1.3, hatch_px = 0.8;

QPen pen(double width = line_px) {
    return QPen(Qt::black, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
}

QPointF turned(QPointF d) { return {-d.y(), d.x()}; }

/// A line with short strokes on one side.
void paintHatch(const Pencil& pencil, QPointF from, QPointF to, QPointF side) {
    const double length = std::hypot((to - from).x(), (to - from).y());
    if (length < 1.0) return;
    const QPointF along = (to - from) / length;
    constexpr double most = 1000.0;  // limits the number of strokes of lines far beyond the picture
    const double step = std::max({5.0, 0.55 * pencil.unit, length / most});
    pencil.painter.setPen(pen());
    pencil.painter.drawLine(from, to);
    pencil.painter.setPen(pen(hatch_px));
    for (double at = 0.4 * step; at <= length; at += step) {
        const QPointF foot = from + at * along;
        pencil.painter.drawLine(foot, foot + 0.9 * step * (side - 0.7 * along));
    }
}

void paintPedestal(const Pencil& pencil, const Vector3d& place) {
    const QPointF at = pencil.view(place);
    const double height = 2.6 * pencil.unit * (pencil.stage.hangsAt(place) ? -1.0 : 1.0);
    const double half = 1.7 * pencil.unit;
    const QPointF left = at + QPointF(-half, height), right = at + QPointF(half, height);
    pencil.painter.setPen(pen());
    pencil.painter.setBrush(themeColors(false).sunk);
    pencil.painter.drawPolygon(QPolygonF{{at, right, left}});
    const QPointF more(0.6 * pencil.unit, 0.0);
    paintHatch(pencil, left - more, right + more, {0.0, height > 0.0 ? 1.0 : -1.0});
}

void paintSlider(const Pencil& pencil, QPointF at, QPointF along) {
    const QPointF a = 1.9 * pencil.unit * along, b = 1.15 * pencil.unit * turned(along);
    pencil.painter.setBrush(Qt::white);
    pencil.painter.drawPolygon(QPolygonF{{at - a - b, at + a - b, at + a + b, at - a + b}});
}

void paintRound(const Pencil& pencil, QPointF at, double radius, const QColor& fill) {
    pencil.painter.setBrush(fill);
    pencil.painter.drawEllipse(at, radius, radius);
}

/// What guides a point: the line along z of A, or the plane normal to it from its edge.
void paintGuide(const Pencil& pencil, const JointElement& joint) {
    const Frame guide = pencil.sight.pose(joint.A.body) * joint.A.frame;
    QPointF along = pencil.direction(guide.r, guide.R.col(2));
    if (along.isNull()) return;
    if (joint.type == "point-on-plane") along = turned(along);
    const QPointF at = pencil.view(guide.r), half = 6.0 * pencil.unit * along;
    pencil.painter.drawLine(at - half, at + half);
}

/// The curve, and the roller on it.
void paintCurve(const Pencil& pencil, const JointElement& joint) {
    const Frame A = pencil.sight.pose(joint.A.body) * joint.A.frame;
    QPolygonF line;
    for (const PlaneCurve::Point& p : joint.curve->outline())
        line << pencil.view(A.r + A.R * Vector3d(p[0], p[1], 0.0));
    pencil.painter.setBrush(Qt::NoBrush);
    joint.curve->closed() ? pencil.painter.drawPolygon(line) : pencil.painter.drawPolyline(line);
    const double radius = joint.length / pencil.sight.metresPerPixel;
    if (radius > 0.0)
        pencil.painter.drawEllipse(pencil.view(pencil.sight.place(joint.B)), radius, radius);
}

/// A disc seen from its side or from its edge, or the blade of a knife edge.
void paintWheel(const Pencil& pencil, const JointElement& joint) {
    const Frame wheel = pencil.sight.pose(joint.B.body) * joint.B.frame;
    const QPointF at = pencil.view(wheel.r);
    const double radius = joint.semiAxes[0] / pencil.sight.metresPerPixel;
    const bool disc = joint.semiAxes[2] == 0.0;
    QPointF along = pencil.direction(wheel.r, wheel.R.col(disc && radius > 0.0 ? 2 : 0));
    if (radius > 0.0 && (along.isNull() || !disc))
        return pencil.painter.drawEllipse(at, radius, radius);
    if (radius > 0.0) along = turned(along);
    const QPointF half = (radius > 0.0 ? radius : 1.5 * pencil.unit) * along;
    pencil.painter.drawLine(at - half, at + half);
}

/// The axis of a hinge that is not seen end-on: a short tube.
void paintTube(const Pencil& pencil, QPointF at, QPointF along) {
    const QPointF a = 1.3 * pencil.unit * along, b = 0.75 * pencil.unit * turned(along);
    pencil.painter.setBrush(Qt::white);
    pencil.painter.drawPolygon(QPolygonF{{at - a - b, at + a - b, at + a + b, at - a + b}});
    pencil.painter.setPen(QPen(Qt::black, 0.7, Qt::DashDotLine));
    pencil.painter.drawLine(at - 1.8 * a, at + 1.8 * a);
}

}  // namespace

void paintGround(const Pencil& pencil, const JointElement& joint) {
    if (joint.type == "free" || joint.type == "planar") return;
    const bool onA = joint.A.body == ground, onB = joint.B.body == ground;
    if (!onA && !onB) return;
    const Vector3d place = pencil.sight.place(onA ? joint.A : joint.B);
    if (!pencil.sees(place)) return;
    const QPointF at = pencil.view(place);
    const Frame pose = pencil.sight.pose(joint.A.body) * joint.A.frame;
    const QPointF along = pencil.direction(place, pose.R.col(2));
    if (!jointType(joint.type).slides() || along.isNull()) return paintPedestal(pencil, place);
    // The rail extends below the slider from its start to its current position.
    QPointF side = turned(along);
    if (side.y() < 0.0) side = -side;
    const QPointF now = pencil.view(pencil.sight.place(onA ? joint.B : joint.A));
    const double s = QPointF::dotProduct(now - at, along), room = 4.5 * pencil.unit;
    const QPointF under = 1.15 * pencil.unit * side;
    paintHatch(pencil, at + (std::min(0.0, s) - room) * along + under,
               at + (std::max(0.0, s) + room) * along + under, side);
}

void paintGroundEnd(const Pencil& pencil, QPointF at, QPointF along) {
    const QPointF half = 1.9 * pencil.unit * turned(along);
    paintHatch(pencil, at - half, at + half, -along);
}

void paintJoint(const Pencil& pencil, const JointElement& joint) {
    if (joint.type == "free" || joint.type == "planar") return;
    const Frame pose = pencil.sight.pose(joint.B.body) * joint.B.frame;
    if (!pencil.sees(pose.r) || !pencil.sees(pencil.sight.place(joint.A))) return;
    const QPointF at = pencil.view(pose.r);
    const double radius = std::max(0.55 * pencil.unit, 2.2);
    pencil.painter.setPen(pen());
    const QPointF axis = pencil.direction(pose.r, pose.R.col(2));
    if (joint.distance) {
        pencil.painter.drawLine(pencil.view(pencil.sight.place(joint.A)), at);
        paintRound(pencil, pencil.view(pencil.sight.place(joint.A)), 0.7 * radius, Qt::white);
        paintRound(pencil, at, 0.7 * radius, Qt::white);
    } else if (isNonHolonomic(joint.type)) {
        pencil.painter.setBrush(Qt::NoBrush);
        paintWheel(pencil, joint);
    } else if (joint.curve) {
        paintCurve(pencil, joint);
        if (joint.type == "point-on-curve") paintRound(pencil, at, 0.7 * radius, Qt::white);
    } else if (joint.closes) {
        paintGuide(pencil, joint);
        paintRound(pencil, at, 0.7 * radius, Qt::white);
    } else if (joint.type == "prismatic") {
        axis.isNull() ? paintSlider(pencil, at, {1.0, 0.0}) : paintSlider(pencil, at, axis);
    } else if (joint.type == "fixed") {
        pencil.painter.setBrush(Qt::black);
        pencil.painter.drawRect(
            QRectF(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
    } else if (joint.type == "spherical") {
        paintRound(pencil, at, 1.6 * radius, Qt::white);
        paintRound(pencil, at, radius, themeColors(false).axis);
    } else if (joint.type == "universal") {
        paintRound(pencil, at, 1.5 * radius, Qt::white);
        const QPointF d = 1.06 * radius * QPointF(1.0, 1.0);
        pencil.painter.drawLine(at - d, at + d);
        pencil.painter.drawLine(at + turned(d), at - turned(d));
    } else if (jointType(joint.type).slides() && !axis.isNull()) {
        paintSlider(pencil, at, axis);
        paintTube(pencil, at, axis);
    } else if (axis.isNull()) {
        paintRound(pencil, at, radius, Qt::white);
    } else {
        paintTube(pencil, at, axis);
    }
}

}  // namespace momentree::app
