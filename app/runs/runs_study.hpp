// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the runs of the window to a study file and back.
#pragma once

#include <QString>

#include "app/runs/run_item.hpp"
#include "core/study/study.hpp"

namespace momentree::app {

class RunSet;

/// The runs of the window as a study of the model in `modelFile`. Branches cannot be part of a
/// study: they are omitted and counted in `leftOut`.
Study studyOf(const RunSet& runs, const QString& modelFile, const QString& studyFile,
              int* leftOut = nullptr);

/// A run of a plan as a request for a run of its model.
RunRequest requestOf(const PlannedRun& planned, const Catalogue& catalogue,
                     const std::shared_ptr<const Model>& model);
/// Most runs that the window compares at once.
inline constexpr std::size_t mostCompared = 64;
/// The runs of a study, as requests for runs of its model; an error if there are too many for a
/// window.
Result<std::vector<RunRequest>> requestsOf(const Study& study, const Catalogue& catalogue,
                                           const std::shared_ptr<const Model>& model);

}  // namespace momentree::app
