// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/label.hpp"

#include <QGuiApplication>
#include <QPalette>

#include "app/base/theme/theme.hpp"

namespace momentree::app {

void paintLabel(QPainter& painter, QPointF at, const QString& text) {
    QRectF box = QFontMetricsF(painter.font())
                     .boundingRect(QRectF(), Qt::AlignLeft, text)
                     .adjusted(-7, -4, 7, 4);
    box.moveTopLeft(at + QPointF(16, 14));
    const QRectF window(painter.viewport());
    if (box.right() > window.right()) box.moveRight(at.x() - 16);
    if (box.bottom() > window.bottom()) box.moveBottom(at.y() - 14);
    QColor back = QGuiApplication::palette().color(QPalette::Base);
    back.setAlpha(235);
    painter.setPen(QPen(QGuiApplication::palette().color(QPalette::Mid), 1));
    painter.setBrush(back);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(themeColors(isDark()).text);
    painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace momentree::app
