// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/studies.hpp"

#include <QFileDialog>
#include <QFileInfo>

#include "app/base/diagnostic_text.hpp"
#include "app/runs/runs_study.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

Studies::Studies(Workspace& workspace, Host& host)
    : QObject(&host), workspace_(workspace), host_(host) {}

void Studies::save() {
    const ModelDocument& document = workspace_.document;
    if (document.file().isEmpty() || document.modified()) {
        host_.notice.announce(Notice::Kind::Warning, tr("The model is not saved yet"),
                              tr("A study names the file of its model: save the model first."),
                              {{tr("Save"), [this] {
                                    host_.notice.hide();
                                    if (host_.files.save()) save();
                                }}});
        return;
    }
    const QFileInfo model(document.file());
    QString file = QFileDialog::getSaveFileName(
        &host_.window, tr("Save the runs as a study"),
        model.absolutePath() + "/" + model.fileName().section('.', 0, 0) + ".study.json",
        tr("Studies (*.study.json)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(".json")) file += ".study.json";
    int leftOut = 0;
    const Study study = studyOf(workspace_.runs, document.file(), file, &leftOut);
    const auto saved = saveStudyFile(study, file.toStdString());
    if (!saved) {
        host_.notice.announce(Notice::Kind::Error, tr("The study was not saved"),
                              diagnosticText(saved.error().front()), {});
        return;
    }
    host_.say(
        leftOut == 0 ? tr("Wrote %1").arg(file)
        : leftOut == 1
            ? tr("Wrote %1 without 1 branch, which a study cannot hold").arg(file)
            : tr("Wrote %1 without %2 branches, which a study cannot hold").arg(file).arg(leftOut));
}

void Studies::chooseAndOpen() {
    const QString file = QFileDialog::getOpenFileName(&host_.window, tr("Open a study"), {},
                                                      tr("Studies (*.study.json)"));
    if (!file.isEmpty()) open(file);
}

void Studies::open(const QString& file) {
    const auto study = readStudyFile(file.toStdString());
    if (!study)
        return Q_EMIT host_.files.failed(
            tr("%1 could not be opened").arg(QFileInfo(file).fileName()), file, study.error());
    if (const auto there = checkModelFile(*study); !there)
        return Q_EMIT host_.files.failed(
            tr("%1 could not be opened").arg(QFileInfo(file).fileName()), file, there.error());
    const auto plan = expand(*study);
    if (plan && plan->size() > mostCompared) return Q_EMIT host_.studyWanted(file);
    // Adds its runs after the model has been loaded.
    auto* waiting = new QObject(this);
    connect(&workspace_.run, &RunController::runChanged, waiting, [this, waiting, study = *study] {
        waiting->deleteLater();
        addRuns(study);
    });
    connect(&workspace_.run, &RunController::refused, waiting, &QObject::deleteLater);
    host_.files.open(QString::fromStdString(modelPathOf(*study)));
}

void Studies::addRuns(const Study& study) {
    const auto requests = requestsOf(study, *workspace_.catalogue, workspace_.run.sharedModel());
    if (!requests) {
        host_.notice.announce(Notice::Kind::Error, tr("The study cannot be shown"),
                              diagnosticText(requests.error().front()), {});
        return;
    }
    const RunSet::Gesture together(workspace_.runs);
    for (const RunRequest& request : *requests) {
        const RunId id = workspace_.runs.add(request);
        if (request.name.toStdString() == study.reference) workspace_.runs.setReference(id);
    }
    Q_EMIT opened();
}

}  // namespace momentree::app
