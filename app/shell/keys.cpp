// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/keys.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTextEdit>
#include <algorithm>
#include <array>

#include "app/panels/inspector/inspector.hpp"
#include "app/scene/viewport.hpp"
#include "app/sketch/drawing_board.hpp"

namespace momentree::app {
namespace {

/// Controls without focus ignore the wheel, so that scrolling does not change them.
bool takesWheelUnasked(const QObject* watched) {
    const auto* widget = qobject_cast<const QWidget*>(watched);
    return widget && !widget->hasFocus() &&
           (qobject_cast<const QComboBox*>(watched) ||
            qobject_cast<const QAbstractSpinBox*>(watched) ||
            qobject_cast<const QAbstractSlider*>(watched)) &&
           !qobject_cast<const QScrollBar*>(watched);
}

/// A letter for a field of a number that has just been entered: numbers do not begin with letters.
bool beginsNoNumber(const QObject* watched, const QKeyEvent& key) {
    const auto* field = qobject_cast<const QAbstractSpinBox*>(watched);
    const bool letter = key.text().size() == 1 && key.text()[0].isLetter();
    const auto* line = field && letter ? field->findChild<QLineEdit*>() : nullptr;
    return line && line->hasSelectedText() && line->selectionStart() == 0;
}

bool isField(const QObject* watched) {
    return qobject_cast<const QAbstractSpinBox*>(watched) ||
           qobject_cast<const QLineEdit*>(watched);
}

/// Whether the key chooses another value, item or line of the control. In the rest of the window
/// these keys step through time, and Home goes back to the start of the run. Page Up and Page Down
/// are not among them: they turn the pages of a lesson wherever the focus is.
bool movesWithin(const QObject* watched, int key) {
    constexpr std::array keys{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,
                              Qt::Key_Down, Qt::Key_Home,  Qt::Key_End};
    return std::ranges::find(keys, key) != keys.end() &&
           (qobject_cast<const QSlider*>(watched) || qobject_cast<const QComboBox*>(watched) ||
            qobject_cast<const QAbstractItemView*>(watched) ||
            qobject_cast<const QTabBar*>(watched) || qobject_cast<const QTextEdit*>(watched) ||
            qobject_cast<const QRadioButton*>(watched) || isField(watched));
}

bool opensOrPresses(const QObject* watched) {
    return qobject_cast<const QAbstractButton*>(watched) || qobject_cast<const QComboBox*>(watched);
}

bool isInDialog(const QObject* field) {
    return qobject_cast<const QDialog*>(static_cast<const QWidget*>(field)->window());
}

/// Outside of dialogs, Qt presses a focused button only with space.
QPushButton* buttonFor(QObject* watched, const QKeyEvent& key) {
    const bool enters = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool plain = (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    auto* button = enters && plain ? qobject_cast<QPushButton*>(watched) : nullptr;
    return button && !isInDialog(button) ? button : nullptr;
}

}  // namespace

KeyRules::KeyRules(Viewport& viewport, DrawingBoard& board)
    : QObject(&board), viewport_(viewport), board_(board) {
    qApp->installEventFilter(this);
}

bool KeyRules::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel && takesWheelUnasked(watched)) {
        event->ignore();  // passed to the panel around it, which scrolls
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        if (beginsNoNumber(watched, static_cast<const QKeyEvent&>(*event))) {
            event->ignore();  // the key of a tool
            return true;
        }
        if (claims(watched, static_cast<const QKeyEvent&>(*event))) event->accept();
    } else if (event->type() == QEvent::KeyPress) {
        if (takes(watched, static_cast<const QKeyEvent&>(*event))) return true;
    }
    return QObject::eventFilter(watched, event);
}

/// Whether the widget uses the key instead of a shortcut.
bool KeyRules::claims(QObject* watched, const QKeyEvent& key) const {
    return (key.key() == Qt::Key_Space && opensOrPresses(watched)) || buttonFor(watched, key) ||
           (key.modifiers() == Qt::NoModifier && movesWithin(watched, key.key())) ||
           (key.key() == Qt::Key_Escape && isField(watched)) ||
           (watched == &viewport_ && board_.wantsKey(key));
}

/// Whether the key is handled here instead of by the widget.
bool KeyRules::takes(QObject* watched, const QKeyEvent& key) {
    const bool leaves =
        key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter || key.key() == Qt::Key_Escape;
    const bool keeps = key.key() != Qt::Key_Escape;
    if (watched == &viewport_ && board_.wantsKey(key)) {
        leaves ? board_.enter() : static_cast<void>(board_.typed(key.text()));
        return true;
    }
    if (QPushButton* button = buttonFor(watched, key)) {
        if (!key.isAutoRepeat()) button->click();
        return true;
    }
    if (!leaves || !isField(watched) || isInDialog(watched)) return false;
    if (watched->parent() == &viewport_) {
        // Handled here: if passed on, the key would request the next point in the picture.
        board_.leaveEntry(keeps);
        return true;
    }
    const auto leave = [this, keeps, left = QPointer<QObject>(watched)] {
        if (keeps && left && left->property(refusedProperty).toBool()) return;
        viewport_.setFocus();
    };
    QMetaObject::invokeMethod(&viewport_, leave, Qt::QueuedConnection);
    return false;
}

}  // namespace momentree::app
