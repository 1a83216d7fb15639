// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/messages.hpp"
#include "core/session/run_setup.hpp"

namespace momentree::cli {

/// Receives the problems and warnings of a file.
using Report = std::function<void(const Diagnostics& found, const std::string& file)>;
inline void printAll(const Diagnostics& found, const std::string& file) { print(found, file); }

/// Reads a file, sets parameters ("NAME=VALUE") and builds the model. Reports warnings and
/// problems; returns null on an error.
std::shared_ptr<const Model> loadModel(const std::string& file,
                                       const std::vector<std::string>& parameters,
                                       const Report& report = printAll);

/// The same without building the model; empty on an error.
std::optional<ModelDescription> loadDescription(const std::string& file,
                                                const std::vector<std::string>& parameters,
                                                const Report& report = printAll);

/// Run settings from the command line; empty ones come from the file or the formulation.
struct TypedSettings {
    std::string formulation, backend, integrator;
    std::optional<double> step, duration, sample;  ///< [s]
};
RunSpec specOf(const Catalogue& catalogue, const Model& model, const TypedSettings& typed);

/// The name of a file in messages.
std::string shownName(const std::string& file);

}  // namespace momentree::cli
