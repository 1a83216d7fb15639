// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/selection.hpp"
#include "app/runs/live_model.hpp"
#include "app/runs/reference_set.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"

namespace momentree::app {

/// The data shared by all parts of the window. It stays consistent: an opened file becomes the
/// document, and selected elements exist.
class Workspace final : public QObject {
    Q_OBJECT
public:
    explicit Workspace(std::shared_ptr<const Catalogue> catalogueOfRuns);

    const std::shared_ptr<const Catalogue> catalogue;
    RunController run;  ///< the run on screen
    RunSet runs;
    ReferenceSet references;
    ModelDocument document;
    Selection selection;
    LiveModel live;

    /// Whether the last act that can be undone was the removal of runs, not an edit.
    bool removalIsLast() const { return removalIsLast_; }

Q_SIGNALS:
    /// Like LiveModel::changed, after the selection has been updated.
    /// @param fresh a new document, neither an edit nor a reload of the same file
    void modelChanged(bool fresh);

private:
    void followDocument();
    void followModel(bool fresh);

    QString file_, comparedFile_;  ///< of the document; of the document with references
    bool built_ = false;           ///< the previous model could be built
    bool removalIsLast_ = false;
};

}  // namespace momentree::app
