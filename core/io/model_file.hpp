// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// Reads a model file, a reference case or a robot description (URDF), told apart by content. "-"
/// is standard input. Every diagnostic has its line. What a model cannot hold of a robot is
/// appended to `notes` if given.
Result<ModelDescription> readModelFile(const std::string& path, Diagnostics* notes = nullptr);
/// The same from memory; `name` stands for the file in messages.
Result<ModelDescription> readModelText(std::string_view text, const std::string& name,
                                       Diagnostics* notes = nullptr);
/// Gives one of the run settings the value that a file would: `name` is its key in "run", `value` a
/// number, true, false, or any other text. Refused as in a file, without a line.
Result<void> setRunSetting(RunSettings& settings, const std::string& name,
                           const std::string& value);
/// The one canonical text of a description: fixed order, one item per line where short, shortest
/// numbers.
std::string writeModelText(const ModelDescription& description);
/// Saves atomically: the old file is whole until the new one is.
Result<void> saveModelFile(const ModelDescription& description, const std::string& path);

}  // namespace momentree
