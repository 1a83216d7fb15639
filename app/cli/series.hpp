// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/model.hpp"
#include "core/session/recording.hpp"

namespace momentree::cli {

/// Writes every row as a frame for ParaView, see `writeSeries`; shows progress on a terminal.
/// Ctrl-C stops it without leaving files.
Result<void> writeFrames(const Model& model, const Recording& recording, const std::string& path,
                         bool quiet);

}  // namespace momentree::cli
