// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/number_keys.hpp"

#include <QKeyEvent>
#include <QLineEdit>

#include "app/document/nudge.hpp"

namespace momentree::app {
namespace {

/// Restores the last text set by the program.
void restore(QLineEdit& line) {
    while (line.isUndoAvailable()) line.undo();
    line.setModified(false);
    line.selectAll();
    Q_EMIT line.editingFinished();
}

}  // namespace

bool NumberKeys::eventFilter(QObject* watched, QEvent* event) {
    auto* line = qobject_cast<QLineEdit*>(watched);
    const bool asks = event->type() == QEvent::ShortcutOverride;
    if ((event->type() != QEvent::KeyPress && !asks) || !line) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
        event->accept();
        if (!asks) restore(*line);
        return true;
    }
    if (asks) return false;
    if (key->key() != Qt::Key_Up && key->key() != Qt::Key_Down) return false;
    const int size = key->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    int cursor = line->cursorPosition();
    const QString text = nudged(line->text(), cursor, key->key() == Qt::Key_Up ? size : -size);
    if (text == line->text()) return true;
    // Inserted as if typed, so that it can be undone.
    line->selectAll();
    line->insert(text);
    line->setCursorPosition(cursor);
    return true;
}

}  // namespace momentree::app
