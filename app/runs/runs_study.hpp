// SPDX-License-Identifier: GPL-3.0-or-later
// From the runs of the window to a study file and back.
#pragma once

#include <QString>

#include "app/runs/run_item.hpp"
#include "core/study/study.hpp"

namespace momentree::app {

class RunSet;

/// The runs of the window as a study of the model in `modelFile`. Branches have no place in a
/// study: they are left out, and `leftOut` counts them.
Study studyOf(const RunSet& runs, const QString& modelFile, const QString& studyFile,
              int* leftOut = nullptr);

/// What a study asks for, as runs of its model; refused where it asks for more than a window can
/// show.
Result<std::vector<RunRequest>> requestsOf(const Study& study, const Catalogue& catalogue,
                                           const std::shared_ptr<const Model>& model);

}  // namespace momentree::app
