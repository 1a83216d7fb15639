// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/scale_bar.hpp"

#include <QPainter>
#include <cmath>

#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/scene/strokes.hpp"
#include "render/spacing.hpp"

namespace momentree::app {
namespace {

/// In the unit of fields; if that is the metre, in one that gives a small whole number.
QString barText(double metres) {
    if (!displayUnits().length.isEmpty() || metres >= 1.0) return lengthText(metres);
    return metres >= 0.01 ? QStringLiteral("%1 cm").arg(shortText(100.0 * metres, 3))
                          : QStringLiteral("%1 mm").arg(shortText(1000.0 * metres, 3));
}

}  // namespace

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
    const double large = typeScale(painter);
    const int size = static_cast<int>(std::lround(metric::plotText * large));
    painter.setFont(pixelFont(size, painter.font()));
    painter.drawText(QRectF(start - QPointF(100.0, 8.0 + 14.0 * large), end + QPointF(100.0, -4.0)),
                     Qt::AlignHCenter | Qt::AlignBottom, barText(metres));
}

}  // namespace momentree::app
