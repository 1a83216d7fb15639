// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/pill.hpp"

#include <QAction>
#include <QPainter>

#include "app/base/theme/style_paint.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr int cornerHeight = 36, middleHeight = 46, disc = 36, padding = 12, gap = 8,
              keyPadding = 6;

int between(const QRect& box, int size) { return box.top() + (box.height() - size) / 2; }

}  // namespace

Pill::Pill(Kind kind, QWidget* scene) : QToolButton(scene), kind_(kind) {
    setCursor(Qt::ArrowCursor);
    setFocusPolicy(Qt::TabFocus);
    setFont(strongFont(font()));
}

QString Pill::keyText() const {
    return kind_ == Kind::Middle && defaultAction()
               ? defaultAction()->shortcut().toString(QKeySequence::NativeText)
               : QString();
}

QSize Pill::sizeHint() const {
    const QFontMetrics metrics(font());
    const int text = metrics.horizontalAdvance(this->text());
    if (kind_ == Kind::Corner)
        return {
            2 * padding + metric::menuIcon + gap + text + (menu() ? gap + metric::smallIcon : 0),
            cornerHeight};
    const int key = QFontMetrics(textFont(TextSize::Caption, font())).horizontalAdvance(keyText());
    return {(middleHeight - disc) / 2 + disc + gap + text + gap + key + 2 * keyPadding + padding,
            middleHeight};
}

void Pill::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = kind_ == Kind::Middle ? height() / 2.0 : metric::pillRadius;
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(hasFocus() ? QPen(colors.accent, metric::focusRing) : QPen(colors.hair, 1.0));
    painter.setBrush(underMouse() ? colors.hover : colors.raised);
    painter.drawRoundedRect(box, radius, radius);
    const QIcon::Mode mode = isEnabled() ? QIcon::Normal : QIcon::Disabled;
    int x = padding;
    if (kind_ == Kind::Middle) {
        const int edge = (height() - disc) / 2;
        paint::disc(&painter, QRect(edge, edge, disc, disc), icon(), isEnabled(), colors);
        x = edge + disc + gap;
    } else {
        icon().paint(
            &painter,
            QRect(x, between(rect(), metric::menuIcon), metric::menuIcon, metric::menuIcon),
            Qt::AlignCenter, mode);
        x += metric::menuIcon + gap;
    }
    painter.setFont(font());
    painter.setPen(isEnabled() ? colors.text : colors.disabledText);
    const int width = QFontMetrics(font()).horizontalAdvance(text());
    painter.drawText(QRect(x, 0, width + 1, height()), Qt::AlignVCenter, text());
    x += width + gap;
    if (menu())
        themedIcon("down").paint(
            &painter,
            QRect(x, between(rect(), metric::smallIcon), metric::smallIcon, metric::smallIcon),
            Qt::AlignCenter, mode);
    if (const QString key = keyText(); !key.isEmpty()) {
        const QFont caption = textFont(TextSize::Caption, font());
        const QFontMetrics metrics(caption);
        const QRect chip(x, between(rect(), metrics.height() + 4),
                         metrics.horizontalAdvance(key) + 2 * keyPadding, metrics.height() + 4);
        painter.setPen(colors.fieldEdge);
        painter.setBrush(colors.field);
        painter.drawRoundedRect(chip, metric::keyRadius, metric::keyRadius);
        painter.setFont(caption);
        painter.setPen(colors.mutedText);
        painter.drawText(chip, Qt::AlignCenter, key);
    }
}

}  // namespace momentree::app
