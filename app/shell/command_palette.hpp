// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace momentree::app {

/// Every command of the window in one list that typing narrows down; Return carries out the chosen
/// one.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const QList<QAction*>& actions, QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow(const QString& typed);
    void carryOut();

    QList<QAction*> actions_;  ///< those of the menus last
    qsizetype named_;          ///< how many say by their name what they do
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace momentree::app
