// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {

/// Refuses outputs that cannot be written, that are the model itself or each other. Changes
/// nothing on the disk.
Result<void> checkOutputs(const RunOptions& options);

/// Writes table, report and picture as asked for. Collects every problem; writes what it can.
Diagnostics writeOutputs(const RunOptions& options, const Session& session,
                         const Diagnostics& warnings);

}  // namespace momentree::cli
