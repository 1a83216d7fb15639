// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/segment_bar.hpp"

#include <QPainter>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {
namespace {

constexpr int tabPadding = 16, tabHeight = 36, trough = 4;

}  // namespace

SegmentBar::SegmentBar(QWidget* parent) : QTabBar(parent) {
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);  // texts are not cut
}

QSize SegmentBar::tabSizeHint(int index) const {
    return {QFontMetrics(strongFont(font())).horizontalAdvance(tabText(index)) + 2 * tabPadding,
            std::max(tabHeight, fontMetrics().height() + 2 * trough)};
}

void SegmentBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = themeColors(isDark(palette()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.sunk);
    painter.drawRoundedRect(rect(), metric::pillRadius, metric::pillRadius);
    for (int k = 0; k < count(); ++k) {
        const QRectF tab = QRectF(tabRect(k)).adjusted(trough, trough, -trough, -trough);
        if (k == chosen()) {
            painter.setBrush(colors.raised);
            painter.setPen(QPen(colors.hair, 1.0));
            painter.drawRoundedRect(tab.adjusted(0.5, 0.5, -0.5, -0.5), metric::fieldRadius,
                                    metric::fieldRadius);
        }
        if (k == currentIndex() && hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colors.accent, metric::focusRing));
            painter.drawRoundedRect(tab.adjusted(-1, -1, 1, 1), metric::pillRadius,
                                    metric::pillRadius);
        }
        painter.setFont(strongFont(font()));
        painter.setPen(k == chosen() ? colors.text : colors.mutedText);
        painter.drawText(tab, Qt::AlignCenter, tabText(k));
    }
}

}  // namespace momentree::app
