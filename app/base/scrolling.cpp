// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/scrolling.hpp"

#include <QScrollArea>

namespace momentree::app {

QScrollArea* scrolling(QWidget* contents, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(contents);
    // The background is that of the parent, whose visible region would be empty otherwise.
    area->viewport()->setAutoFillBackground(false);
    contents->setAutoFillBackground(false);
    return area;
}

}  // namespace momentree::app
