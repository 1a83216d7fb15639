// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tool_strip.hpp"

#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/commands/actions.hpp"
#include "app/sketch/tool.hpp"

namespace momentree::app {
namespace {

constexpr int stripWidth = 84, toolWidth = 72, toolHeight = 54, lowToolHeight = 48;
constexpr int lowStrip = 640;  ///< below this height tools are lower [px]

}  // namespace

ToolStrip::ToolStrip(Actions& actions, const QList<QAction*>& more, QWidget* window)
    : QToolBar(tr("Tools"), window) {
    setObjectName("toolStrip");
    setMovable(false);
    setFloatable(false);
    setOrientation(Qt::Vertical);
    setFixedWidth(stripWidth);
    setIconSize({metric::toolIcon, metric::toolIcon});
    setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    setAccessibleName(tr("Tools"));
    const auto tool = [&](ToolKind kind) { return actions.tools[static_cast<int>(kind)]; };
    tool(ToolKind::Plate)->setIconText(tr("Plate"));
    tool(ToolKind::Pin)->setIconText(tr("Hinge"));
    addTool(tool(ToolKind::Select));
    addSeparator();
    for (const ToolKind kind :
         {ToolKind::Link, ToolKind::Plate, ToolKind::Ground, ToolKind::Pin, ToolKind::Slider})
        addTool(tool(kind));
    addSeparator();
    for (const ToolKind kind : {ToolKind::Motor, ToolKind::Spring}) addTool(tool(kind));
    auto* gap = new QWidget(this);
    gap->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    addWidget(gap);
    addWidget(makeMore(actions, more));
}

QToolButton* ToolStrip::addTool(QAction* action) {
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    button->setAccessibleName(action->iconText());
    button->setAccessibleDescription(action->statusTip());
    adopt(button);
    return button;
}

QToolButton* ToolStrip::makeMore(Actions& actions, const QList<QAction*>& more) {
    auto* menu = new QMenu(this);
    for (const ToolKind kind :
         {ToolKind::Rod, ToolKind::Damper, ToolKind::Force, ToolKind::Torque, ToolKind::Contact,
          ToolKind::Balls, ToolKind::Cam, ToolKind::Axis, ToolKind::Measure})
        menu->addAction(actions.tools[static_cast<int>(kind)]);
    menu->addMenu(tr("New &joints"))->addActions(actions.jointTypes);
    menu->addSeparator();
    menu->addActions({actions.modeMove, actions.modeReshape});
    menu->addSeparator();
    menu->addActions({actions.mirrorRight, actions.mirrorBelow, actions.array, actions.alignRow,
                      actions.alignColumn, actions.merge, actions.split});
    menu->addSeparator();
    menu->addActions(more);
    auto* button = new QToolButton(this);
    button->setObjectName("moreTools");
    button->setText(tr("More"));
    button->setAccessibleName(tr("More tools"));
    button->setToolTip(tr("More tools"));
    button->setIcon(themedIcon("more"));
    button->setIconSize(iconSize());
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    adopt(button);
    return button;
}

void ToolStrip::adopt(QToolButton* button) {
    button->setFixedSize(toolWidth, toolHeight);
    button->setFont(textFont(TextSize::Caption, button->font()));
    button->setFocusPolicy(buttons_.isEmpty() ? Qt::TabFocus : Qt::NoFocus);
    button->installEventFilter(this);
    buttons_ << button;
}

void ToolStrip::moveFocus(const QToolButton* from, int by) {
    const int to = static_cast<int>(buttons_.indexOf(from)) + by;
    if (to < 0 || to >= buttons_.size()) return;
    for (QToolButton* button : buttons_) button->setFocusPolicy(Qt::NoFocus);
    buttons_[to]->setFocusPolicy(Qt::TabFocus);
    buttons_[to]->setFocus(Qt::TabFocusReason);
}

bool ToolStrip::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int by = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (by != 0) {
            moveFocus(static_cast<QToolButton*>(watched), by);
            return true;
        }
    }
    return QToolBar::eventFilter(watched, event);
}

void ToolStrip::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    for (QToolButton* button : buttons_)
        button->setFixedHeight(height() < lowStrip ? lowToolHeight : toolHeight);
}

}  // namespace momentree::app
