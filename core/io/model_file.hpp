// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// Reads a model file or a reference case, told apart by content. "-" is standard input. Every
/// diagnostic has its line.
Result<ModelDescription> readModelFile(const std::string& path);
/// The same from memory; `name` stands for the file in messages.
Result<ModelDescription> readModelText(std::string_view text, const std::string& name);
/// The one canonical text of a description: fixed order, one item per line where short, shortest
/// numbers.
std::string writeModelText(const ModelDescription& description);
/// Saves atomically: the old file is whole until the new one is.
Result<void> saveModelFile(const ModelDescription& description, const std::string& path);

}  // namespace momentree
