// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/session/catalogue.hpp"
#include "core/study/study.hpp"
#include "core/study/summary.hpp"

namespace momentree {

struct StudyProgress {
    std::size_t total = 0;     ///< requested runs, including their references
    std::size_t done = 0;      ///< done runs, including those found finished
    std::size_t computed = 0;  ///< runs computed by this call
    std::size_t failed = 0;    ///< failed runs among those done
    double elapsed = 0.0;      ///< since the beginning of the call [s]
};

struct StudyOptions {
    int jobs = 0;             ///< parallel runs; 0 for as many as the processors allow
    std::string folder;       ///< for finished runs; empty: they are not stored
    bool tables = false;      ///< also store the recorded rows of every run
    int task = 1, tasks = 1;  ///< share of this call if several divide the study
    /// Called before the first run and after each, by one thread at a time.
    std::function<void(const StudyProgress&)> onProgress = {};
    /// Called for each run that is finished or found finished, with its index in the plan.
    std::function<void(std::size_t, const RunSummary&)> onRun = {};
};

struct StudyOutcome {
    /// In the order of the plan; empty for runs not requested or not finished. The status of a run
    /// that failed or could not start gives the reason.
    std::vector<std::optional<RunSummary>> runs;
    Diagnostics problems;      ///< why the study ended early, such as a full disk
    bool interrupted = false;  ///< by `stop`
};

/// Executes a plan, references first, on several threads. Suitable runs are computed together in
/// lanes (see `shareLanes` and `RunSummary::sideBySide`) or at once on a board (see
/// `Backend::makeTogether`), others one by one. Each thread holds one
/// run with its model and reference in memory, or one per lane if their recordings fit in the
/// memory for one run. Runs in `folder` with the same model, settings and reference are read from
/// there; finished runs are stored at once and survive a crash. Only runs that were stopped, lost
/// their board or ran out of memory are repeated.
///
/// @param model the model to which the plan's parameters apply
StudyOutcome runStudy(const Catalogue& catalogue, const ModelDescription& model,
                      const std::vector<PlannedRun>& plan, const StudyOptions& options,
                      std::stop_token stop = {});

/// What `folder` has of a plan's runs, without computing any; the others are empty.
std::vector<std::optional<RunSummary>> storedRuns(const ModelDescription& model,
                                                  const std::vector<PlannedRun>& plan,
                                                  const std::string& folder);

}  // namespace momentree
