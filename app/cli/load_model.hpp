// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/messages.hpp"
#include "core/io/model_file.hpp"
#include "core/session/run_setup.hpp"

namespace momentree::cli {

/// Receives the problems and warnings of a file.
using Report = std::function<void(const Diagnostics& found, const std::string& file)>;

/// What every command with a model has in common.
struct ModelOptions {
    std::string file;
    std::vector<std::string> parameters;  ///< "NAME=VALUE"
    ImportOptions import;
    bool quiet = false;    ///< no warnings, among others
    bool verbose = false;  ///< every warning, not one for each kind

    Warnings warnings() const { return warningsOf(quiet, verbose); }
};
Report printing(const ModelOptions& options);

/// Reads a file, sets parameters and builds the model. Reports warnings and problems; returns null
/// on an error.
std::shared_ptr<const Model> loadModel(const ModelOptions& options, const Report& report);
inline std::shared_ptr<const Model> loadModel(const ModelOptions& options) {
    return loadModel(options, printing(options));
}

/// The same without building the model; empty on an error.
std::optional<ModelDescription> loadDescription(const ModelOptions& options, const Report& report);

/// Run settings from the command line; empty ones come from the file or the formulation.
struct TypedSettings {
    std::string formulation, backend, integrator;
    std::optional<double> step, duration, sample;  ///< [s]
};
RunSpec specOf(const Catalogue& catalogue, const Model& model, const TypedSettings& typed);

/// The name of a file in messages.
std::string shownName(const std::string& file);

}  // namespace momentree::cli
