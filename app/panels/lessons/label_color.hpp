// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace momentree::app {

/// @param like has the size of the type, which a label with a style sheet does not inherit
inline void writeIn(QLabel& label, const QColor& color, const QWidget& like) {
    label.setStyleSheet(QStringLiteral("color: %1; font-size: %2pt")
                            .arg(color.name())
                            .arg(like.font().pointSizeF()));
}

}  // namespace momentree::app
