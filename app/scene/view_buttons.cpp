// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/view_buttons.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include "app/commands/actions.hpp"
#include "app/scene/floating_panel.hpp"

namespace momentree::app {
namespace {

constexpr int distance = 10;

}  // namespace

ViewButtons::ViewButtons(Actions& actions, QWidget* scene) : QWidget(scene) {
    setObjectName("viewButtons");
    setCursor(Qt::ArrowCursor);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(3, 3, 3, 3);
    layout->setSpacing(1);
    for (QAction* action : {actions.fit, actions.viewFront, actions.viewTop, actions.viewSide,
                            actions.viewIsometric}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        layout->addWidget(button);
    }
    scene->installEventFilter(this);
    adjustSize();
    place();
}

/// In the corner, or below other controls if the picture is narrow.
void ViewButtons::place() {
    QRect box(QPoint(parentWidget()->width() - width() - distance, distance), size());
    const auto* plane = parentWidget()->findChild<QWidget*>("planeBar", Qt::FindDirectChildrenOnly);
    if (plane && plane->geometry().intersects(box))
        box.moveTop(plane->geometry().bottom() + distance);
    move(box.topLeft());
}

bool ViewButtons::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) place();
    return QWidget::eventFilter(watched, event);
}

void ViewButtons::paintEvent(QPaintEvent*) { paintFloatingPanel(*this); }

}  // namespace momentree::app
