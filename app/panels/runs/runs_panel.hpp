// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/runs/run_item.hpp"

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QSortFilterProxyModel;
class QToolBar;
class QTreeView;

namespace momentree::app {

class RunController;
class RunSet;
class RunTable;

/// The runs of the window with their figures, to create, compare and remove them.
class RunsPanel final : public QWidget {
    Q_OBJECT
public:
    RunsPanel(RunSet& runs, RunController& onScreen, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {720, 190}; }
    RunTable& table() { return *table_; }
    QTreeView& view() { return *view_; }
    QMenu& addMenu() const { return *addMenu_; }  ///< of runs to add
    RunId selected() const;
    void select(RunId id);
    void copyTable();
    void exportTable();  ///< asks for a file
    /// The table as sorted, with a header, as tab- or comma-separated text.
    QString tableText(QChar separator) const;

Q_SIGNALS:
    void forkWanted();
    void workPrecisionWanted();
    void saveStudyWanted();
    void openStudyWanted();
    void removed(int count);  ///< runs, which can be brought back
    void said(const QString& text);
    void failed(const QString& what, const QString& why);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolBar* makeBar();
    void makeAddMenu();
    void showKnownFigures();
    QAction* act(const char* name, const QString& text, const QString& icon, const QString& tip);
    void makeView();
    void showContextMenu(const QPoint& place);
    void follow();
    void fillReference();
    void addEvery(bool formulations);
    void addSmallerSteps();
    void addCopy();
    void removeSelected();

    RunSet& runs_;
    RunController& onScreen_;
    RunTable* table_;
    QSortFilterProxyModel* sorted_;
    QTreeView* view_;
    QComboBox* reference_;
    QLabel* hint_;
    QMenu* addMenu_ = nullptr;
    QAction *addRun_, *sweep_, *everyFormulation_, *everyIntegrator_, *smallerSteps_, *copy_,
        *fork_, *onScreenNow_, *rename_, *remove_, *clear_, *restore_, *precision_, *copyTable_,
        *exportTable_, *saveStudy_, *openStudy_;
};

}  // namespace momentree::app
