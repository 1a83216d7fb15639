// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that places the runs beside the one on screen.
#include <QDockWidget>

#include "app/editor/hint_bar.hpp"
#include "app/messages/messages_panel.hpp"
#include "app/messages/notice.hpp"
#include "app/runs/add_run_dialog.hpp"
#include "app/runs/run_picture.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/runs_panel.hpp"
#include "app/viewport/viewport.hpp"
#include "app/window/dock.hpp"
#include "app/window/main_window.hpp"
#include "app/window/plot_docks.hpp"

namespace momentree::app {

void MainWindow::makeRuns() {
    runs_ = std::make_unique<RunSet>(catalogue_, run_);
    runPicture_ = new RunPicture(*viewport_, *runs_, run_, *live_);
    runsPanel_ = new RunsPanel(*runs_, run_, this);
    runsDock_ = addDock(this, "runsDock", tr("Runs"), runsPanel_);
}

/// The curves of all visible runs in every plot, in the runs' colours.
void MainWindow::plotRuns() {
    std::vector<PlotSource> others;
    for (const RunItem& run : runs_->items())
        if (run.id != runs_->currentId() && run.visible && run.session())
            others.push_back(
                {run.session()->recording(), run.session()->layout(), run.name, run.style, true});
    const RunItem* current = runs_->current();
    plots_->setComparison(current ? RunLabel{current->name, current->style} : RunLabel{}, others);
}

void MainWindow::connectRuns() {
    connect(runsDock_->toggleViewAction(), &QAction::toggled, actions_.runs, &QAction::setChecked);
    connect(actions_.runs, &QAction::triggered, this, [this] {
        togglePanels({runsDock_});
        actions_.runs->setChecked(runsDock_->toggleViewAction()->isChecked());
    });
    connect(actions_.showGhosts, &QAction::toggled, runPicture_, &RunPicture::setGhosts);
    connect(actions_.microscope, &QAction::toggled, runPicture_, &RunPicture::setMicroscope);
    connect(runs_.get(), &RunSet::listChanged, this, &MainWindow::plotRuns);
    connect(runs_.get(), &RunSet::progressed, plots_, [this] {
        if (runs_->items().size() > 1) plots_->refresh();
    });
    // Another document: its runs begin anew. An edited one keeps those of before for comparison.
    connect(&document_, &ModelDocument::replaced, this, [this] {
        runs_->removeOthers();
        runs_->rename(runs_->currentId(), {});
    });
    connect(actions_.fork, &QAction::triggered, this, &MainWindow::forkHere);
    connect(runsPanel_, &RunsPanel::forkWanted, this, &MainWindow::forkHere);
    connect(&run_, &RunController::stateChanged, this,
            [this] { actions_.fork->setEnabled(run_.hasRun()); });
    connect(runs_.get(), &RunSet::modelTaken, this, [this](const auto& model) {
        document_.adopt(tr("Model of run %1").arg(runs_->current()->name),
                        {model, &model->description});
    });
    connect(runsPanel_, &RunsPanel::said, this, &MainWindow::say);
    connect(runsPanel_, &RunsPanel::failed, this, [this](const QString& what, const QString& why) {
        notice_->announce(Notice::Kind::Error, what, why, {});
    });
}

/// The run on screen stays as it is; its branch begins at the row shown.
void MainWindow::forkHere() {
    if (!run_.hasRun()) return;
    run_.pause();
    if (!runsDock_->isVisible()) actions_.runs->trigger();
    const ForkPoint place{runs_->currentId(), runs_->shownPoint()};
    (new AddRunDialog(*runs_, run_, place, this))->show();
}

}  // namespace momentree::app
