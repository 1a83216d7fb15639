// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/synthesis/drawing_field.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

using Point = std::complex<double>;

constexpr int gridLines = 8;  ///< of the width

}  // namespace

QPointF DrawingField::toScreen(const QWidget& on, Point point) const {
    const Point from = point - centre;
    return {0.5 * on.width() + scale(on) * from.real(),
            0.5 * on.height() - scale(on) * from.imag()};
}

Point DrawingField::fromScreen(const QWidget& on, QPointF place) const {
    return centre + Point(place.x() - 0.5 * on.width(), 0.5 * on.height() - place.y()) / scale(on);
}

void DrawingField::fit(const QWidget& on, const std::vector<Point>& points, double around) {
    const auto x = [](Point p) { return p.real(); };
    const auto y = [](Point p) { return p.imag(); };
    const auto [left, right] = std::ranges::minmax(points, {}, x);
    const auto [low, high] = std::ranges::minmax(points, {}, y);
    centre = {0.5 * (left.real() + right.real()), 0.5 * (low.imag() + high.imag())};
    const double aspect = on.height() > 0 ? static_cast<double>(on.width()) / on.height() : 1.0;
    const double wanted = std::max(right.real() - left.real(), aspect * (high.imag() - low.imag()));
    if (wanted > 0.0) width = around * wanted;
}

void DrawingField::paint(QPainter& painter, const QWidget& on) const {
    const ThemeColors& colors = themeColors(isDark(on.palette()));
    painter.setPen(QPen(colors.fieldEdge));
    painter.setBrush(colors.field);
    painter.drawRoundedRect(QRectF(on.rect()).adjusted(0.5, 0.5, -0.5, -0.5), metric::fieldRadius,
                            metric::fieldRadius);
    painter.setPen(QPen(colors.grid));
    const double step = static_cast<double>(on.width()) / gridLines;
    for (double x = step; x < on.width() - 1; x += step)
        painter.drawLine(QPointF(x, 1), QPointF(x, on.height() - 1));
    for (double y = std::fmod(0.5 * on.height(), step); y < on.height() - 1; y += step)
        painter.drawLine(QPointF(1, y), QPointF(on.width() - 1, y));
}

}  // namespace momentree::app
