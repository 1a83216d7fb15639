// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/status_bar.hpp"

#include <QEvent>
#include <QStyleOption>
#include <QStylePainter>
#include <algorithm>

namespace momentree::app {
namespace {

constexpr int margin = 6;

}  // namespace

bool StatusBar::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) update();  // the room for the message has changed
    return QStatusBar::event(event);
}

void StatusBar::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    painter.drawPrimitive(QStyle::PE_PanelStatusBar, option);
    int end = width();
    for (const auto* item : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (item->isVisible()) end = std::min(end, item->x());
    const QRect room(margin, 0, end - 2 * margin, height());
    painter.setPen(palette().windowText().color());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(currentMessage(), Qt::ElideRight, room.width()));
}

}  // namespace momentree::app
