// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/session/catalogue.hpp"

namespace momentree::fmi {

struct ExportSettings {
    int version = 3;     ///< of FMI, 2 or 3
    std::string binary;  ///< path of the library momentree-fmu.so of this build
    std::string tool;    ///< name and version of this program
};

/// Writes a model as a functional mock-up unit for co-simulation and, where its formulation has
/// equations of motion and there are no impacts, for model exchange. It holds the solver and what
/// that needs besides the C and C++ libraries of the system. Appends what is left out to `notes`.
Result<void> writeUnit(const Model& model, const Catalogue& catalogue,
                       const ExportSettings& settings, const std::string& path,
                       Diagnostics* notes = nullptr);

}  // namespace momentree::fmi
