// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/scrolling.hpp"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

namespace momentree::app {
namespace {

/// As wide as its contents need: a plain scroll area may be narrower and would cut them.
class Column final : public QScrollArea {
public:
    using QScrollArea::QScrollArea;
    QSize minimumSizeHint() const override {
        QSize least = QScrollArea::minimumSizeHint();
        if (const QWidget* contents = widget())
            least.setWidth(contents->minimumSizeHint().width() +
                           verticalScrollBar()->sizeHint().width());
        return least;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace

QScrollArea* scrolling(QWidget* contents, QWidget* parent) {
    auto* area = new Column(parent);
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
