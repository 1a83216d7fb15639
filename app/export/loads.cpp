// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/theme/tokens.hpp"
#include "app/export/line_drawing.hpp"
#include "app/scene/strokes.hpp"

namespace momentree::app {
namespace {

constexpr double force_px = 70.0;
constexpr int coils = 6;

/// Frame of a two-point symbol in the picture.
struct Span {
    QPointF from, along, across;
    double length = 0.0;
    Span(QPointF a, QPointF b) : from(a), length(QLineF(a, b).length()) {
        along = length > 0.0 ? (b - a) / length : QPointF(1.0, 0.0);
        across = {-along.y(), along.x()};
    }
    QPointF at(double s, double side) const { return from + s * length * along + side * across; }
};

void paintSpring(const Pencil& pencil, const Span& span, double offset, double width) {
    QPolygonF line{span.at(0.0, offset), span.at(0.18, offset)};
    for (int k = 0; k < 2 * coils; ++k)
        line << span.at(0.18 + 0.64 * (k + 0.5) / (2 * coils), offset + (k % 2 ? -width : width));
    line << span.at(0.82, offset) << span.at(1.0, offset);
    pencil.painter.setBrush(Qt::NoBrush);
    pencil.painter.drawPolyline(line);
}

void paintDamper(const Pencil& pencil, const Span& span, double offset, double width) {
    QPainter& p = pencil.painter;
    p.drawLine(span.at(0.0, offset), span.at(0.35, offset));
    p.drawPolyline(QPolygonF{{span.at(0.65, offset + width), span.at(0.35, offset + width),
                              span.at(0.35, offset - width), span.at(0.65, offset - width)}});
    p.drawLine(span.at(0.52, offset + 0.8 * width), span.at(0.52, offset - 0.8 * width));
    p.drawLine(span.at(0.52, offset), span.at(1.0, offset));
}

/// Ground, unless the symbol of a joint already shows it.
void paintEnds(const Pencil& pencil, const Marker& A, const Marker& B, const Span& span) {
    const auto standsAlone = [&](const Marker& end) {
        return end.body == ground &&
               std::ranges::none_of(pencil.stage.grounds, [&](const render::GroundPoint& point) {
                   return (point.at - end.frame.r).norm() < 1e-7;
               });
    };
    if (standsAlone(A)) paintGroundEnd(pencil, span.at(0.0, 0.0), span.along);
    if (standsAlone(B)) paintGroundEnd(pencil, span.at(1.0, 0.0), -span.along);
}

void paintSpringDamper(const Pencil& pencil, const Marker& A, const Marker& B, bool spring,
                       bool damper) {
    const Vector3d a = pencil.sight.place(A), b = pencil.sight.place(B);
    if (!pencil.sees(a) || !pencil.sees(b)) return;
    const Span span(pencil.view(a), pencil.view(b));
    if (span.length < 4.0) return;
    paintEnds(pencil, A, B, span);
    pencil.painter.setPen(QPen(Qt::black, 1.1));
    pencil.painter.setBrush(Qt::NoBrush);
    const double width = std::max(0.8 * pencil.unit, 4.0);
    const double apart = spring && damper ? 1.2 * width : 0.0;
    if (spring) paintSpring(pencil, span, apart, width);
    if (damper) paintDamper(pencil, span, -apart, width);
    if (apart == 0.0) return;
    for (const double end : {0.0, 1.0})
        pencil.painter.drawLine(span.at(end, apart), span.at(end, -apart));
}

/// A spring or a damper that turns about z of A: a spiral, or an open drum with a vane in it.
void paintTorsion(const Pencil& pencil, const Marker& A, bool spring, bool damper) {
    const Frame frame = pencil.sight.pose(A.body) * A.frame;
    if (!pencil.sees(frame.r)) return;
    constexpr double pi = std::numbers::pi, open = 0.6;
    const double u = pencil.stage.unit;
    const auto at = [&](double radius, double angle) {
        return pencil.view(frame.r + radius * (std::cos(angle) * frame.R.col(0) +
                                               std::sin(angle) * frame.R.col(1)));
    };
    pencil.painter.setPen(QPen(Qt::black, 1.1));
    pencil.painter.setBrush(Qt::NoBrush);
    QPolygonF spiral, drum;
    for (int k = 0; k <= 72; ++k) {
        spiral << at(u * (0.8 + 1.3 * k / 72), 6.0 * pi * k / 72);
        drum << at(2.4 * u, 0.5 * pi + open + (2.0 * pi - 2.0 * open) * k / 72);
    }
    if (spring) pencil.painter.drawPolyline(spiral);
    if (!damper) return;
    pencil.painter.drawPolyline(drum);
    for (const double side : {0.0, pi})
        pencil.painter.drawLine(at(0.8 * u, side), at(2.0 * u, side));
}

void paintTorque(const Pencil& pencil, const Vector3d& at, double value) {
    if (!pencil.sees(at) || value == 0.0) return;
    const double radius = 2.4 * pencil.unit, sign = value > 0.0 ? 1.0 : -1.0;
    QPolygonF arc;
    for (int k = 0; k <= 24; ++k) {
        const double angle = sign * (-2.2 + 4.0 * k / 24);
        arc << pencil.view(at) + radius * QPointF(std::cos(angle), -std::sin(angle));
    }
    paintArcArrow(pencil, arc, themeColors(false).load);
}

void paintForce(const Pencil& pencil, const Vector3d& at, const Vector3d& along) {
    if (!pencil.sees(at) || along.norm() == 0.0) return;
    const QPointF d = pencil.direction(at, along);
    strokeArrow(pencil.painter, pencil.view(at), pencil.view(at) + force_px * d,
                themeColors(false).load, false);
}

}  // namespace

void paintArcArrow(const Pencil& pencil, const QPolygonF& arc, const QColor& color) {
    pencil.painter.setPen(QPen(color, 1.8));
    pencil.painter.setBrush(Qt::NoBrush);
    pencil.painter.drawPolyline(arc);
    const QPointF end = arc.back();
    strokeArrow(pencil.painter, arc[arc.size() - 3], 2.0 * end - arc[arc.size() - 2], color, false);
}

void paintLoads(const Pencil& pencil) {
    const Model& model = pencil.sight.model;
    const double t = std::isfinite(pencil.sight.row[0]) ? pencil.sight.row[0] : 0.0;
    for (const SpringDamper& s : model.springs)
        paintSpringDamper(pencil, s.A, s.B, s.k != 0.0 || s.c == 0.0, s.c != 0.0);
    for (const Bushing& b : model.bushings) paintTorsion(pencil, b.A, true, !b.C.isZero(0.0));
    for (const AxialLoad& load : model.axialLoads) {
        const Vector3d at = pencil.sight.place(load.B);
        const double value = load.law.at(t).f;
        const bool springs = load.k != 0.0 || !load.characteristic.curve.empty();
        const bool damps = load.c != 0.0 || !load.characteristic.friction.empty();
        if (load.torque) {
            paintTorsion(pencil, load.A, springs, damps);
            paintTorque(pencil, at, value);
        } else {
            if (springs || damps) paintSpringDamper(pencil, load.A, load.B, springs, damps);
            const Frame A = pencil.sight.pose(load.A.body) * load.A.frame;
            paintForce(pencil, at, value * A.R.col(2));
        }
    }
    for (const AppliedLoad& load : model.appliedLoads) {
        const Vector3d at = pencil.sight.place(load.at);
        const Vector3d along = load.bodyAxes
                                   ? Vector3d(pencil.sight.pose(load.at.body).R * load.direction)
                                   : load.direction;
        const double value = load.law.at(t).f;
        if (load.torque)
            paintTorque(pencil, at, value * along.dot(pencil.sight.towardsViewer));
        else
            paintForce(pencil, at, value * along);
    }
}

}  // namespace momentree::app
