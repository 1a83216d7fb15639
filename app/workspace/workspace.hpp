// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/selection.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/reference_set.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"

namespace momentree::app {

/// What all parts of the window work on. It keeps its own pieces consistent: a file that was opened
/// becomes the document, and what is selected exists.
class Workspace final : public QObject {
    Q_OBJECT
public:
    explicit Workspace(std::shared_ptr<const Catalogue> catalogueOfRuns);

    const std::shared_ptr<const Catalogue> catalogue;
    RunController run;  ///< the one on screen
    RunSet runs;
    ReferenceSet references;
    ModelDocument document;
    Selection selection;
    LiveModel live;

Q_SIGNALS:
    /// Like LiveModel::changed, once the selection fits the model.
    /// @param fresh another document: not an edit, nor the same file read again
    void modelChanged(bool fresh);

private:
    void followDocument();
    void followModel(bool fresh);

    QString file_, comparedFile_;  ///< of the document; of the one that references were added to
    bool built_ = false;           ///< the model before could be built
};

}  // namespace momentree::app
