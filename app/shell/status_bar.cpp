// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/status_bar.hpp"

#include <QPainter>
#include <QStyleOption>
#include <QStylePainter>

#include "app/base/theme/tokens.hpp"

namespace momentree::app {

void StatusBar::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    painter.drawPrimitive(QStyle::PE_PanelStatusBar, option);
}

StatusLine::StatusLine(QStatusBar& bar) : QWidget(&bar), bar_(bar) {
    setObjectName("statusLine");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&bar, &QStatusBar::messageChanged, this, &StatusLine::follow);
}

void StatusLine::setHint(const QString& hint) {
    hint_ = hint;
    follow();
}

QSize StatusLine::minimumSizeHint() const { return {0, fontMetrics().height()}; }

void StatusLine::follow() {
    setAccessibleName(bar_.currentMessage().isEmpty() ? hint_ : bar_.currentMessage());
    update();
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool message = !bar_.currentMessage().isEmpty();
    const ThemeColors& colors = themeColors(isDark(palette()));
    painter.setPen(message ? colors.text : colors.mutedText);
    const QRect room = rect().adjusted(metric::rowGap, 0, -metric::rowGap, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(accessibleName(), Qt::ElideRight, room.width()));
}

}  // namespace momentree::app
