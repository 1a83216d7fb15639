// SPDX-License-Identifier: Apache-2.0
// From one planned run to its summary.
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

/// Builds models for runs, and keeps the last one for the next run with the same parameters.
class ModelShelf {
public:
    /// @param description outlives the shelf
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
    std::shared_ptr<const Recording> recording;  ///< null if the run was refused
    std::optional<RowLayout> layout;             ///< likewise nothing
    bool interrupted = false;                    ///< by the stop token: not finished at all
    bool chance = false;  ///< failed by what may be otherwise next time: a lost board, no memory
};

/// Looks up the recording to compare a run with, null for none.
using FindReference =
    std::function<std::shared_ptr<const Recording>(const PlannedRun& run, const RowLayout& layout)>;

/// Runs to the end on the caller's thread: in lanes if all of them fit together (see `shareLanes`),
/// else one after another. Whatever goes wrong becomes the summary's status.
/// @return in the order of `planned`
std::vector<FinishedRun> runPlanned(const Catalogue& catalogue, ModelShelf& shelf,
                                    std::span<const PlannedRun* const> planned,
                                    const FindReference& reference, const std::stop_token& stop);

/// Keys of all runs (see `runKey`), in the order of the plan.
std::vector<std::string> runKeys(const ModelDescription& model,
                                 const std::vector<PlannedRun>& plan);

/// Number of parallel runs: `asked`, or as many as there are processors for their threads.
std::size_t jobCount(const ModelDescription& model, const std::vector<PlannedRun>& plan, int asked);

}  // namespace momentree
