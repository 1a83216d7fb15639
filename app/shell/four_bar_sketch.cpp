// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/four_bar_sketch.hpp"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <array>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr double sketchAspect = 1.55, linkShare = 0.08;  ///< of the width

struct Place {
    double x, y;
};
/// Joints as shares of width and height, from the lower left.
constexpr std::array<Place, 4> joints{{{0.1, 0.14}, {0.26, 0.6}, {0.92, 0.92}, {0.82, 0.14}}};

void paintLink(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& tint,
               double width, const ThemeColors& colors) {
    painter.setPen(QPen(mixed(tint, colors.text, 0.35F), width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(from, to);
    painter.setPen(
        QPen(mixed(tint, colors.sceneTop, 0.45F), width - 2.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(from, to);
}

void paintPin(QPainter& painter, const QPointF& at, double size, const ThemeColors& colors) {
    painter.setPen(QPen(inkOn(colors.raised), 1.5));
    painter.setBrush(colors.raised.lightness() < 128 ? colors.text : colors.raised);
    painter.drawEllipse(at, size, size);
}

void paintGround(QPainter& painter, const QPointF& at, double size, const ThemeColors& colors) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(colors.hatch, 0.55));
    painter.drawPolygon(QPolygonF{at + QPointF(-0.45 * size, 0), at + QPointF(0.45 * size, 0),
                                  at + QPointF(0.8 * size, size), at + QPointF(-0.8 * size, size)});
    painter.setPen(QPen(colors.hatch, 1.5));
    painter.drawLine(at + QPointF(-1.2 * size, size), at + QPointF(1.2 * size, size));
    for (int k = -3; k <= 3; ++k) {
        const QPointF top = at + QPointF(0.35 * k * size, size);
        painter.drawLine(top, top + QPointF(-0.2 * size, 0.25 * size));
    }
}

/// An arrow around the joint, anticlockwise.
void paintMotor(QPainter& painter, const QPointF& at, double radius, const ThemeColors& colors) {
    constexpr double from = 150.0, to = 385.0;  // [degrees]
    const QRectF circle(at.x() - radius, at.y() - radius, 2.0 * radius, 2.0 * radius);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.accent, 3.0, Qt::SolidLine, Qt::RoundCap));
    painter.drawArc(circle, static_cast<int>(16 * from), static_cast<int>(16 * (to - from)));
    const QLineF outwards = QLineF::fromPolar(1.0, to), onwards = QLineF::fromPolar(1.0, to + 90.0);
    const auto point = [&](double out, double on) {
        return at + out * outwards.p2() + on * onwards.p2();
    };
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.accent);
    painter.drawPolygon(
        QPolygonF{point(radius - 5.0, 0.0), point(radius + 5.0, 0.0), point(radius, 9.0)});
}

}  // namespace

void paintFourBar(QPainter& painter, const QRectF& box, const ThemeColors& colors, double drawn,
                  bool planned) {
    const double width = std::min(box.width(), sketchAspect * box.height());
    const double height = width / sketchAspect;
    const QPointF corner(box.center().x() - 0.5 * width, box.center().y() + 0.5 * height);
    const auto at = [&](std::size_t k) {
        return corner + QPointF(width * joints[k].x, -height * joints[k].y);
    };
    const auto share = [&](int stroke) { return std::clamp(3.0 * drawn - stroke, 0.0, 1.0); };
    const auto part = [&](std::size_t k, double reached) {
        return at(k) + reached * (at(k + 1) - at(k));
    };
    const double link = linkShare * width, pin = 0.22 * link, ground = 0.95 * link;
    painter.setBrush(Qt::NoBrush);
    if (share(2) == 1.0) paintGround(painter, at(3), ground, colors);
    if (share(2) > 0.0 && planned) {
        painter.setPen(QPen(colors.hatch, 1.0, Qt::DashLine));
        painter.drawLine(at(2), part(2, share(2)));
    } else if (share(2) > 0.0) {
        paintLink(painter, at(2), part(2, share(2)), colors.series[1], link, colors);
    }
    paintGround(painter, at(0), ground, colors);
    if (share(1) > 0.0)
        paintLink(painter, at(1), part(1, share(1)), colors.series[2], link, colors);
    paintLink(painter, at(0), part(0, share(0)), colors.series[0], link, colors);
    for (std::size_t k = 0; k < joints.size(); ++k)
        if (k == 0 || share(static_cast<int>(k) - 1) == 1.0) paintPin(painter, at(k), pin, colors);
    if (share(2) == 1.0 && !planned) paintMotor(painter, at(0), 1.45 * link, colors);
}

}  // namespace momentree::app
