// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace momentree::app {

/// A list of all commands of the window, filtered by typing; Return executes the selected one.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const QList<QAction*>& actions, QWidget* window);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow(const QString& typed);
    void announce(int row);
    void carryOut();

    QList<QAction*> actions_;  ///< those found only in menus last
    qsizetype named_;          ///< number of the others
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace momentree::app
