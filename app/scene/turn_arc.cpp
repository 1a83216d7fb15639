// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/turn_arc.hpp"

#include <QPainter>
#include <cmath>

#include "app/scene/strokes.hpp"

namespace momentree::app {
namespace {

constexpr double tick_px = 16.0;

}  // namespace

QPointF TurnArc::at(double angle, double radius_px) const {
    const Vector3d direction = Eigen::AngleAxisd(angle, axis) * zero;
    return sight.toView(centre + radius_px * sight.metresPerPixel * direction);
}

void TurnArc::paint(QPainter& painter, double first, double last) const {
    QPolygonF line;
    const int sides = 2 + static_cast<int>(std::abs(last - first) / 0.05);
    for (int k = 0; k <= sides; ++k) line << at(first + (last - first) * k / sides, radius_px);
    painter.drawPolyline(line);
}

void TurnArc::paintEnd(QPainter& painter, double angle, const QString& text,
                       const QColor& color) const {
    painter.drawLine(at(angle, radius_px - 0.5 * tick_px), at(angle, radius_px + 0.5 * tick_px));
    if (!text.isEmpty())
        strokeText(painter, at(angle, radius_px + 2.2 * tick_px), text, color, sight.dark);
}

Vector3d linkDirection(const Model& model, const Marker& from) {
    Vector3d longest = Vector3d::Zero();
    for (const int k : model.bodies[static_cast<std::size_t>(from.body)].markers) {
        const Vector3d way = model.markers[static_cast<std::size_t>(k)].frame.r - from.frame.r;
        if (way.norm() > longest.norm()) longest = way;
    }
    return longest.norm() > 1e-9 ? longest : Vector3d(from.frame.R.col(0));
}

}  // namespace momentree::app
