// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start_row.hpp"

#include <QPainter>
#include <algorithm>

#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr int badgeSize = 28, afterBadge = 14;

}  // namespace

StartRow::StartRow(Content content, QWidget* parent)
    : QAbstractButton(parent), content_(std::move(content)) {
    setText(content_.title);
    setAccessibleName(content_.title);
    setAccessibleDescription(
        QStringList{content_.below, content_.right}.join(QStringLiteral(", ")));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StartRow::sizeHint() const {
    return {240, std::max(metric::listRow + 2, 2 * fontMetrics().height() + metric::rowGap)};
}

void StartRow::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse()) painter.fillRect(rect().adjusted(0, 1, 0, 0), colors.hover);
    painter.setPen(colors.hair);
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, metric::focusRing));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 2, -1, -1), metric::fieldRadius,
                                metric::fieldRadius);
    }
    const QRect badge(0, (height() - badgeSize) / 2, badgeSize, badgeSize);
    if (content_.badge.isEmpty()) {
        themedIcon("new").paint(&painter, badge.adjusted(5, 5, -5, -5));
    } else {
        painter.setPen(content_.done ? Qt::NoPen : QPen(colors.fieldEdge, 1.0));
        painter.setBrush(content_.done ? colors.successSoft : QColor(Qt::transparent));
        painter.drawEllipse(QRectF(badge).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setFont(strongFont(font()));
        painter.setPen(content_.done ? colors.success : colors.mutedText);
        painter.drawText(badge, Qt::AlignCenter,
                         content_.done ? QStringLiteral("✓") : content_.badge);
    }
    const QFontMetrics metrics(font());
    const int right = metrics.horizontalAdvance(content_.right);
    const QRect text = rect().adjusted(badgeSize + afterBadge, 0, -right - afterBadge, 0);
    const bool two = !content_.below.isEmpty();
    const int middle = height() / 2;
    painter.setFont(font());
    painter.setPen(colors.text);
    painter.drawText(
        two ? QRect(text.left(), middle - metrics.height(), text.width(), metrics.height()) : text,
        Qt::AlignVCenter, metrics.elidedText(content_.title, Qt::ElideRight, text.width()));
    painter.setPen(colors.mutedText);
    painter.drawText(QRect(width() - right, 0, right, height()), Qt::AlignVCenter, content_.right);
    if (!two) return;
    painter.setFont(textFont(TextSize::Caption, font()));
    painter.drawText(
        QRect(text.left(), middle, text.width(), metrics.height()), Qt::AlignVCenter,
        painter.fontMetrics().elidedText(content_.below, Qt::ElideMiddle, text.width()));
}

}  // namespace momentree::app
