// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {

/// Checks that outputs can be written and differ from the model and from each other. Does not
/// change any file.
Result<void> checkOutputs(const RunOptions& options);

/// Writes table, report and picture as requested. Writes as much as possible and returns all
/// problems.
Diagnostics writeOutputs(const RunOptions& options, const Session& session,
                         const Diagnostics& warnings);

}  // namespace momentree::cli
