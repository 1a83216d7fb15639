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
    std::size_t done = 0;      ///< of these, with those found finished
    std::size_t computed = 0;  ///< by this call
    std::size_t failed = 0;    ///< of those done
    double elapsed = 0.0;      ///< since the call [s]
};

struct StudyOptions {
    int jobs = 0;             ///< runs at once; 0 for as many as there are processors for
    std::string folder;       ///< of finished runs; empty: they are not kept
    bool tables = false;      ///< keep the recorded rows of every run, too
    int task = 1, tasks = 1;  ///< of several calls, maybe on several machines, this one's share
    /// Called after each run and once before the first, by one thread at a time.
    std::function<void(const StudyProgress&)> onProgress = {};
    /// The same for each run that is finished or found finished, with its index in the plan.
    std::function<void(std::size_t, const RunSummary&)> onRun = {};
};

struct StudyOutcome {
    /// In the order of the plan; nothing where a run was not asked for or not finished. A run that
    /// failed or was refused has a status that says why.
    std::vector<std::optional<RunSummary>> runs;
    Diagnostics problems;      ///< why the study ended early, a full disk for example
    bool interrupted = false;  ///< by `stop`
};

/// Runs what is planned, references first, on several threads. Runs that fit are computed side by
/// side in lanes (see `shareLanes`; `RunSummary::sideBySide` says which), the others one by one.
/// Memory holds one run, its model and its reference for each thread, or as many as there are lanes
/// if their recordings take no more than one may. Runs that `folder` holds already,
/// with the same model, settings and reference, are taken from there; those finished are there
/// for good, even if the program is killed in the next moment. Only runs that were stopped, lost
/// their board or found no memory are tried again.
///
/// @param model what the plan's parameters change
StudyOutcome runStudy(const Catalogue& catalogue, const ModelDescription& model,
                      const std::vector<PlannedRun>& plan, const StudyOptions& options,
                      std::stop_token stop = {});

}  // namespace momentree
