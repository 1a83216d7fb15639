// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/tab_order.hpp"

#include <QWidget>
#include <utility>

namespace momentree::app {

void orderTabs(QWidget& before, const QWidget& body, std::initializer_list<QWidget*> after) {
    QWidget* last = &before;
    // Lists of choices that have been opened are windows of their own.
    for (QWidget* part : body.findChildren<QWidget*>())
        if ((part->focusPolicy() & Qt::TabFocus) && !part->focusProxy() &&
            part->window() == body.window())
            QWidget::setTabOrder(std::exchange(last, part), part);
    for (QWidget* part : after) QWidget::setTabOrder(std::exchange(last, part), part);
}

}  // namespace momentree::app
