// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/marked_instant.hpp"

#include <QPainter>
#include <QPolygonF>

#include "app/base/theme/theme.hpp"
#include "app/scene/strokes.hpp"

namespace momentree::app {
namespace {

/// Joint positions of each body; a body with one joint extends to its centre of mass.
std::vector<std::vector<Vector3d>> corners(const Sight& sight, std::span<const double> row) {
    std::vector<std::vector<Vector3d>> all(sight.model.bodies.size());
    const auto poseOf = [&](int body) { return poseIn(sight.layout, row, body); };
    for (const JointElement& joint : sight.model.joints)
        for (const Marker* marker : {&joint.A, &joint.B})
            if (marker->body != ground)
                all[static_cast<std::size_t>(marker->body)].push_back(
                    (poseOf(marker->body) * marker->frame).r);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].size() < 2) all[i].push_back(poseOf(static_cast<int>(i)).r);
    return all;
}

}  // namespace

void MarkedInstant::paint(QPainter& painter, const Sight& sight) {
    if (row_.size() != sight.row.size()) return;
    const QColor color = themeColors(sight.dark).axis;
    painter.setBrush(Qt::NoBrush);
    for (const std::vector<Vector3d>& points : corners(sight, row_)) {
        QPolygonF line;
        for (const Vector3d& point : points)
            if (canBeSeen(sight, point)) line << sight.toView(point);
        if (line.size() > 2) line << line.first();
        painter.setPen(QPen(haloColor(sight.dark), 4.0, Qt::SolidLine, Qt::RoundCap));
        painter.drawPolyline(line);
        painter.setPen(QPen(color, 1.6, Qt::DashLine, Qt::FlatCap));
        painter.drawPolyline(line);
        painter.setPen(QPen(color, 1.4));
        for (const QPointF& corner : line) painter.drawEllipse(corner, 2.5, 2.5);
    }
}

}  // namespace momentree::app
