// SPDX-License-Identifier: Apache-2.0
// Turns a planned run into its summary.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_setup.hpp"
#include "core/study/study.hpp"
#include "core/study/summary.hpp"

namespace momentree {

/// Builds models for runs and keeps the last one for the next run with the same parameters.
class ModelShelf {
public:
    /// @param description must outlive the shelf
    explicit ModelShelf(const ModelDescription& description) : description_(description) {}
    Result<std::shared_ptr<const Model>> get(const StudyParameters& parameters);

private:
    const ModelDescription& description_;
    StudyParameters parameters_;
    std::shared_ptr<const Model> model_;
};

/// The description with these parameters.
Result<ModelDescription> withParameters(ModelDescription model, const StudyParameters& parameters);

struct FinishedRun {
    RunSummary summary;
    std::shared_ptr<const Recording> recording;  ///< null if the run could not start
    std::optional<RowLayout> layout;             ///< empty in the same case
    bool interrupted = false;                    ///< stopped by the token before its end
    bool chance = false;  ///< failed for a reason that may not recur: a lost board, no memory
};

/// Finds the recording with which to compare a run, null for none.
using FindReference =
    std::function<std::shared_ptr<const Recording>(const PlannedRun& run, const RowLayout& layout)>;

/// Runs to the end on the caller's thread: in lanes if all runs fit together (see `shareLanes`), as
/// many at once as their backend can (see `Backend::makeTogether`), otherwise one after another.
/// Errors become the status of the summary.
/// @return in the order of `planned`
std::vector<FinishedRun> runPlanned(const Catalogue& catalogue, ModelShelf& shelf,
                                    std::span<const PlannedRun* const> planned,
                                    const FindReference& reference, const std::stop_token& stop);

/// Keys of all runs (see `runKey`), in the order of the plan.
std::vector<std::string> runKeys(const ModelDescription& model,
                                 const std::vector<PlannedRun>& plan);

/// Number of parallel runs: `asked`, or as many as the processors can run with their threads.
std::size_t jobCount(const ModelDescription& model, const std::vector<PlannedRun>& plan, int asked);

}  // namespace momentree
