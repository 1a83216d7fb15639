// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace.hpp"

#include <utility>

namespace momentree::app {

Workspace::Workspace(std::shared_ptr<const Catalogue> catalogueOfRuns)
    : catalogue(std::move(catalogueOfRuns)),
      run(catalogue),
      runs(catalogue, run),
      selection(document),
      live(document, run) {
    connect(&live, &LiveModel::changed, this, &Workspace::followModel);
    connect(&run, &RunController::opened, this, [this] {
        const auto model = run.sharedModel();
        document.replace({model, &model->description}, run.file());
    });
    connect(&document, &ModelDocument::replaced, this, &Workspace::followDocument);
    connect(&document, &ModelDocument::stateChanged, this, [this] { file_ = document.file(); });
    // Removing runs is undone as long as nothing has been drawn since.
    connect(&document, &ModelDocument::changed, this, [this] { removalIsLast_ = false; });
    connect(&runs, &RunSet::removedChanged, this, [this] { removalIsLast_ = runs.canRestore(); });
    connect(&runs, &RunSet::modelTaken, this, [this](const auto& model) {
        document.adopt(tr("Model of run %1").arg(runs.current()->name),
                       {model, &model->description});
    });
}

/// The runs of a new document start from scratch. After an edit, earlier runs are kept for
/// comparison.
void Workspace::followDocument() {
    runs.removeOthers();
    runs.forgetRemoved();
    runs.rename(runs.currentId(), {});
    if (comparedFile_.isEmpty() || comparedFile_ != document.file()) references.clear();
    comparedFile_ = document.file();
}

void Workspace::followModel(bool fresh) {
    // Reloading a file keeps the view and the current time.
    if (built_ && !document.file().isEmpty() && document.file() == file_) fresh = false;
    built_ = live.checked().built;
    if (fresh) selection.clear();
    Q_EMIT modelChanged(fresh);
}

}  // namespace momentree::app
