// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/scale_bar.hpp"

#include <QPainter>
#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/base/theme/tokens.hpp"
#include "render/spacing.hpp"

namespace momentree::app {

void ScaleBar::paint(QPainter& painter, const Sight& sight) {
    constexpr double shortest = 70.0, right = 28.0, bottom = 28.0, tick = 5.0;
    if (!sight.flat || !std::isfinite(sight.metresPerPixel)) return;
    const double metres = render::niceSpacing(shortest * sight.metresPerPixel);
    const double length = metres / sight.metresPerPixel;
    const QPointF end = sight.frame.bottomRight() - QPointF(right, bottom);
    const QPointF start = end - QPointF(length, 0.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColors(sight.dark).mutedText, metric::iconStroke));
    painter.drawPolyline(
        QPolygonF({start - QPointF(0.0, tick), start, end, end - QPointF(0.0, tick)}));
    painter.setFont(pixelFont(metric::plotText, painter.font()));
    painter.drawText(QRectF(start - QPointF(60.0, 22.0), end + QPointF(60.0, -4.0)),
                     Qt::AlignHCenter | Qt::AlignBottom, lengthText(metres));
}

}  // namespace momentree::app
