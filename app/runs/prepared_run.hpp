// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/kinematics/assemble.hpp"
#include "core/session/carry_over.hpp"
#include "core/session/session.hpp"

namespace momentree::app {

/// Everything that opening a file or changing a setting yields: a run at its first row, not
/// started.
struct PreparedRun {
    std::string file;  ///< where the model came from
    std::shared_ptr<const Model> model;
    std::shared_ptr<Session> session;
    AssemblyReport assembly;
    Diagnostics warnings;
    std::optional<RunPoint> from = {};  ///< where it branched off another run
};

/// Reads, builds and assembles the model of `file` with the settings it proposes. May take seconds
/// for big models: call it off the GUI thread.
/// @param read gets what the file says as soon as it could be read
Result<PreparedRun> prepareFile(const Catalogue& catalogue, const std::string& file,
                                std::shared_ptr<const ModelDescription>* read = nullptr,
                                std::size_t budget = 0);

/// A fresh run of a model that is already built. Same remark.
/// @param budget as for `setUpRun`
/// @param from where an earlier run goes on with that model or these settings
Result<PreparedRun> prepareRun(const Catalogue& catalogue, const std::string& file,
                               std::shared_ptr<const Model> model, const RunSpec& spec,
                               const std::optional<RunPoint>& from = {}, std::size_t budget = 0);

}  // namespace momentree::app
