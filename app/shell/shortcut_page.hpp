// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QHash>
#include <QKeySequence>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace momentree::app {

/// A list of all shortcuts, to search and change. A shortcut used by another command is reported
/// and reassigned only after confirmation.
class ShortcutPage final : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutPage(const QList<QAction*>& actions, QWidget* parent);

    /// Restores the shortcuts chosen by the user in an earlier session.
    static void restore(const QList<QAction*>& actions);

private:
    void fill();
    void choose();
    void take(const QKeySequence& key);
    void set(QAction* action, const QList<QKeySequence>& keys);
    void takeOver();
    void reset();
    void resetAll();
    void filter(const QString& text);
    QAction* current() const;
    QAction* holderOf(const QKeySequence& key) const;

    QList<QAction*> actions_;
    QLineEdit* search_;
    QTableWidget* table_;
    QLabel *which_, *conflict_;
    QKeySequenceEdit* key_;
    QPushButton *over_, *usual_;
    QKeySequence wanted_;  ///< used by another command
};

}  // namespace momentree::app
