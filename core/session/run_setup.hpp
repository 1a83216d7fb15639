// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/later_start.hpp"

namespace momentree {

/// A run ready to begin: a model, settings that it allows, and a stepper at the start.
struct RunSetup {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    LaterStart start;  ///< at time 0, or where an earlier motion goes on
    std::unique_ptr<Stepper> stepper;
    std::size_t budget = 0;  ///< memory of the recording [bytes], see `SetupOptions`
};

struct SetupOptions {
    /// Where the run begins (see `carryOver`); null for the model's own start at time 0.
    const LaterStart* start = nullptr;
    /// Memory of the recording [bytes]: beyond it older rows are thinned out. 0: every row is kept,
    /// and a run that would need too much is refused.
    std::size_t budget = 0;
    AssemblyReport* assembly = nullptr;  ///< gets how the model's own start was found
    Diagnostics* warnings = nullptr;     ///< of the settings are appended
};

/// Checks the settings, closes the loops, makes the stepper and starts it. Every run is made here.
/// May take seconds for big models.
Result<RunSetup> setUpRun(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                          const RunSpec& spec, const SetupOptions& options = {});

/// The settings of a run: those that are `wanted`, then the model's, then the formulation's.
RunSpec specOf(const Catalogue& catalogue, const Model& model, const RunSettings& wanted);

}  // namespace momentree
