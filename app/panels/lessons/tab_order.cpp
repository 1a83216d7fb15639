// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/tab_order.hpp"

#include <QWidget>
#include <utility>

namespace momentree::app {

void orderTabs(QWidget& before, const QWidget& body, std::initializer_list<QWidget*> after) {
    QWidget* last = &before;
    for (QWidget* part : body.findChildren<QWidget*>())
        if ((part->focusPolicy() & Qt::TabFocus) && !part->focusProxy())
            QWidget::setTabOrder(std::exchange(last, part), part);
    for (QWidget* part : after) QWidget::setTabOrder(std::exchange(last, part), part);
}

}  // namespace momentree::app
