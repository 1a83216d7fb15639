// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/runs/run_item.hpp"

class QLabel;
class QTreeView;
class QToolButton;

namespace momentree::app {

class RunSet;
class RunsPanel;

/// The runs as a narrow list: whether each is shown, its name by what differs, its worst figure,
/// and the colour and dashes of its curves. Above it what the runs have in common, below it what
/// can be added. Double click or Enter puts a run into the scene.
class RunList final : public QWidget {
    Q_OBJECT
public:
    /// @param commands below the list
    RunList(RunSet& runs, RunsPanel& panel, const QList<QAction*>& commands,
            QWidget* parent = nullptr);

    QSize sizeHint() const override { return {268, 400}; }
    QTreeView& view() { return *view_; }

private:
    void showCommon();
    QToolButton* makeButton(QAction& action);

    RunSet& runs_;
    QLabel *count_, *common_;
    QTreeView* view_;
    RunId chosen_ = 0;  ///< the current row, which stays when the list is filled anew
};

}  // namespace momentree::app
