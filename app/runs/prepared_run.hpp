// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/kinematics/assemble.hpp"
#include "core/session/carry_over.hpp"
#include "core/session/session.hpp"

namespace momentree::app {

/// The result of opening a file or changing a setting: a run at its first row, not started.
struct PreparedRun {
    std::string file;  ///< file of the model
    std::shared_ptr<const Model> model;
    std::shared_ptr<Session> session;
    AssemblyReport assembly;
    Diagnostics warnings;
    std::optional<RunPoint> from = {};  ///< point at which it branched off another run
};

/// What a run carries besides its model and settings.
struct RunExtras {
    std::size_t budget = 0;  ///< memory of the recording [bytes], as for `setUpRun`
    ErrorCheck check = ErrorCheck::None;
    StartWatch watch = {};
    RunExtras watched(const StartWatch& by) const { return {budget, check, by}; }
};

/// Reads, builds and assembles the model of `file` with its settings. May take seconds for large
/// models: call it off the GUI thread.
/// @param read receives the description as soon as it has been read
Result<PreparedRun> prepareFile(const Catalogue& catalogue, const std::string& file,
                                std::shared_ptr<const ModelDescription>* read = nullptr,
                                const RunExtras& extras = {});

/// A new run of a model that has been built. Call it off the GUI thread too.
/// @param from where an earlier run continues with this model or these settings
Result<PreparedRun> prepareRun(const Catalogue& catalogue, const std::string& file,
                               std::shared_ptr<const Model> model, const RunSpec& spec,
                               const std::optional<RunPoint>& from = {},
                               const RunExtras& extras = {});

}  // namespace momentree::app
