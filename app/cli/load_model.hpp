// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace momentree::cli {

/// Reads a file, sets parameters ("NAME=VALUE") and builds the model. Prints warnings and problems;
/// null if there is no model.
std::shared_ptr<const Model> loadModel(const std::string& file,
                                       const std::vector<std::string>& parameters);

/// The same without building it; nothing if there is no description.
std::optional<ModelDescription> loadDescription(const std::string& file,
                                                const std::vector<std::string>& parameters);

/// The name of a file in messages.
std::string shownName(const std::string& file);

}  // namespace momentree::cli
