// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sketch/paint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/base/theme/theme.hpp"
#include "app/sketch/sketch_points.hpp"
#include "core/model/plate_outline.hpp"
#include "render/mesh.hpp"

namespace momentree::app {
namespace {

const ThemeColors& colors() { return themeColors(isDark()); }

QPen dashed(const QColor& color) {
    QPen pen(color, 1.2);
    pen.setDashPattern({4, 4});
    return pen;
}

}  // namespace

void paintSnap(QPainter& painter, const Viewport& view, const WorkPlane& plane, const Snap& snap) {
    const QPointF at = view.toView(plane.at(snap.at));
    const QColor color = colors().accent;
    QColor shine = color;
    shine.setAlpha(110);
    painter.setPen(QPen(shine, 5, Qt::SolidLine, Qt::RoundCap));
    for (const auto& line : {snap.onLine, snap.equalLength})
        if (line) painter.drawLine(view.toView(plane.at(line->a)), view.toView(plane.at(line->b)));
    painter.setPen(dashed(color));
    for (const Point& point : snap.alignedWith) painter.drawLine(view.toView(plane.at(point)), at);
    painter.setPen(QPen(color, 2));
    painter.setBrush(Qt::NoBrush);
    if (snap.kind == Snap::Kind::Place) {
        painter.drawEllipse(at, 9, 9);
    } else if (snap.kind == Snap::Kind::Free) {
        painter.drawEllipse(at, 2.5, 2.5);
    } else {
        painter.drawLine(at - QPointF(5, 0), at + QPointF(5, 0));
        painter.drawLine(at - QPointF(0, 5), at + QPointF(0, 5));
    }
}

QString withReason(const QString& label, const Snap& snap) {
    QStringList lines;
    if (!label.isEmpty()) lines << label;
    if (snap.onLine)
        lines << QObject::tr("on the line of %1").arg(QString::fromStdString(snap.onLine->link));
    if (snap.equalLength)
        lines << QObject::tr("= length of %1").arg(QString::fromStdString(snap.equalLength->link));
    return lines.join('\n');
}

namespace {

/// The drawn shape of a link through the points: with these corners, or their convex hull if the
/// outline crosses itself.
QPolygonF outlineOf(const QPolygonF& points, double radius) {
    constexpr int sides = 32;
    std::vector<Vector2d> corners;
    for (const QPointF& point : points) corners.emplace_back(point.x(), point.y());
    QPolygonF outline;
    const Ring ring = simpleRing(corners);
    for (const Vector2d& p : render::roundedRing(ring, rimOf(ring, radius), sides).points)
        outline << QPointF(p.x(), p.y());
    return outline;
}

}  // namespace

void paintGhostLink(QPainter& painter, const QPolygonF& points, double width) {
    QColor fill = colors().accent;
    fill.setAlpha(70);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(outlineOf(points, 0.5 * std::max(width, 6.0)));
    painter.setPen(QPen(colors().accent, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(points);
    for (const QPointF& point : points) painter.drawEllipse(point, 4, 4);
}

void paintHandles(QPainter& painter, const Viewport& view, const CheckedModel& seen) {
    painter.setPen(QPen(colors().warning, 1.6));
    painter.setBrush(QGuiApplication::palette().color(QPalette::Base));
    for (const SketchPoint& point : sketchPoints(seen)) {
        const QPointF at = view.toView(point.at);
        painter.drawRect(QRectF(at - QPointF(4.5, 4.5), QSizeF(9, 9)));
    }
}

}  // namespace momentree::app
