// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/number_keys.hpp"

#include <QKeyEvent>
#include <QLineEdit>

#include "app/inspector/nudge.hpp"

namespace momentree::app {

bool NumberKeys::eventFilter(QObject* watched, QEvent* event) {
    auto* line = qobject_cast<QLineEdit*>(watched);
    if (event->type() != QEvent::KeyPress || !line) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_Up && key->key() != Qt::Key_Down) return false;
    const int size = key->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    int cursor = line->cursorPosition();
    const QString text = nudged(line->text(), cursor, key->key() == Qt::Key_Up ? size : -size);
    if (text == line->text()) return true;
    line->setText(text);
    line->setModified(true);
    line->setCursorPosition(cursor);
    return true;
}

}  // namespace momentree::app
