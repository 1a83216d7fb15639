// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/quiet_button.hpp"

#include <QToolButton>

#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {

QToolButton* quietButton(const QString& text, const QString& icon, const char* objectName) {
    auto* button = new QToolButton;
    button->setObjectName(QString::fromLatin1(objectName));
    button->setText(text);
    button->setAccessibleName(text);
    button->setIcon(themedIcon(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace momentree::app
