// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/strokes.hpp"

#include <QGuiApplication>
#include <QLineF>

#include "app/base/theme/theme.hpp"

namespace momentree::app {

QColor haloColor(bool dark, int alpha) {
    QColor color = themeColors(dark).panel;
    color.setAlpha(alpha);
    return color;
}

double typeScale(const QPainter& painter) {
    return QFontMetricsF(painter.font()).height() / QFontMetricsF(QGuiApplication::font()).height();
}

void strokeArrow(QPainter& painter, QPointF from, QPointF to, const QColor& color, bool dark) {
    const QLineF line(from, to);
    if (line.length() < 2.0) return;
    const QPointF along = (to - from) / line.length(), across(-along.y(), along.x());
    const double head = std::min(11.0, 0.6 * line.length());
    const QPointF neck = to - head * along;
    const QPolygonF tip{{to, neck + 0.42 * head * across, neck - 0.42 * head * across}};
    painter.setPen(QPen(haloColor(dark), 5.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(from, neck);
    painter.drawPolygon(tip);
    painter.setPen(QPen(color, 2.2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(from, neck);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(tip);
}

void strokeText(QPainter& painter, QPointF at, const QString& text, const QColor& color, bool dark,
                double turn) {
    QRectF box = QFontMetricsF(painter.font()).boundingRect(text).adjusted(-3, -1, 3, 1);
    box.moveCenter({});
    painter.save();
    painter.translate(at);
    painter.rotate(turn);
    painter.setPen(Qt::NoPen);
    painter.setBrush(haloColor(dark, 225));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(color);
    painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
    painter.restore();
}

}  // namespace momentree::app
