// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that places the runs beside the one on screen.
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>

#include "app/base/diagnostic_text.hpp"
#include "app/base/dock.hpp"
#include "app/panels/messages/messages_panel.hpp"
#include "app/panels/runs/add_run_dialog.hpp"
#include "app/panels/runs/run_picture.hpp"
#include "app/panels/runs/runs_panel.hpp"
#include "app/panels/runs/work_precision_dialog.hpp"
#include "app/runs/reference_set.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/runs_study.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/file_commands.hpp"
#include "app/shell/main_window.hpp"
#include "app/shell/notice.hpp"
#include "app/shell/plot_docks.hpp"

namespace momentree::app {

void MainWindow::makeRuns() {
    runs_ = std::make_unique<RunSet>(catalogue_, run_);
    runPicture_ = new RunPicture(*viewport_, *runs_, run_, *live_);
    runsPanel_ = new RunsPanel(*runs_, run_, this);
    runsDock_ = addDock(this, "runsDock", tr("Runs"), runsPanel_);
}

/// The curves of all visible runs and of references in every plot, in their colours.
void MainWindow::plotRuns() {
    std::vector<PlotSource> others;
    for (const RunItem& run : runs_->items())
        if (run.id != runs_->currentId() && run.visible && run.session())
            others.push_back(
                {run.session()->recording(), run.session()->layout(), run.name, run.style, true});
    if (run_.hasRun())
        for (PlotSource& one :
             findChild<ReferenceSet*>()->sources(run_.model(), run_.session().layout()))
            others.push_back(std::move(one));
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
    connect(findChild<ReferenceSet*>(), &ReferenceSet::changed, this, &MainWindow::plotRuns);
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
    connect(runsPanel_, &RunsPanel::workPrecisionWanted, this,
            [this] { (new WorkPrecisionDialog(*runs_, run_, catalogue_, this))->show(); });
    connect(runsPanel_, &RunsPanel::saveStudyWanted, this, &MainWindow::saveStudy);
    connect(runsPanel_, &RunsPanel::openStudyWanted, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Open a study"), {},
                                                          tr("Studies (*.study.json)"));
        if (!file.isEmpty()) openStudy(file);
    });
    connect(runsPanel_, &RunsPanel::said, this, &MainWindow::say);
    connect(runsPanel_, &RunsPanel::failed, this, [this](const QString& what, const QString& why) {
        notice_->announce(Notice::Kind::Error, what, why, {});
    });
}

void MainWindow::saveStudy() {
    if (document_.file().isEmpty() || document_.modified()) {
        notice_->announce(Notice::Kind::Warning, tr("The model is not saved yet"),
                          tr("A study names the file of its model: save the model first."),
                          {{tr("Save"), [this] {
                                notice_->hide();
                                if (files_->save()) saveStudy();
                            }}});
        return;
    }
    QString file = QFileDialog::getSaveFileName(
        this, tr("Save the runs as a study"),
        QFileInfo(document_.file()).absolutePath() + "/" +
            QFileInfo(document_.file()).fileName().section('.', 0, 0) + ".study.json",
        tr("Studies (*.study.json)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(".json")) file += ".study.json";
    int leftOut = 0;
    const Study study = studyOf(*runs_, document_.file(), file, &leftOut);
    const auto saved = saveStudyFile(study, file.toStdString());
    if (!saved) {
        notice_->announce(Notice::Kind::Error, tr("The study was not saved"),
                          diagnosticText(saved.error().front()), {});
        return;
    }
    say(leftOut == 0 ? tr("Wrote %1").arg(file)
                     : tr("Wrote %1 without %n branch(es), which a study cannot hold", "", leftOut)
                           .arg(file));
}

void MainWindow::openStudy(const QString& file) {
    const auto study = readStudyFile(file.toStdString());
    if (!study) {
        messages_->add(tr("%1 could not be opened").arg(QFileInfo(file).fileName()), file,
                       study.error());
        notice_->announce(Notice::Kind::Error,
                          tr("%1 could not be opened").arg(QFileInfo(file).fileName()),
                          diagnosticText(study.error().front()), {});
        return;
    }
    // Its runs are added once the model is there.
    auto* waiting = new QObject(this);
    connect(&run_, &RunController::runChanged, waiting, [this, waiting, study = *study] {
        waiting->deleteLater();
        addStudyRuns(study);
    });
    connect(&run_, &RunController::refused, waiting, &QObject::deleteLater);
    open(QString::fromStdString(modelPathOf(*study)));
}

void MainWindow::addStudyRuns(const Study& study) {
    const auto requests = requestsOf(study, *catalogue_, run_.sharedModel());
    if (!requests) {
        notice_->announce(Notice::Kind::Error, tr("The study cannot be shown"),
                          diagnosticText(requests.error().front()), {});
        return;
    }
    for (const RunRequest& request : *requests) {
        const RunId id = runs_->add(request);
        if (request.name.toStdString() == study.reference) runs_->setReference(id);
    }
    if (!runsDock_->isVisible()) actions_.runs->trigger();
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
