// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/error_estimate.hpp"
#include "core/session/later_start.hpp"

namespace momentree {

/// Whether and when a run is compared with a more accurate one. Results are the same.
enum class ErrorCheck : std::uint8_t {
    None,
    AtEnd,      ///< after it has ended, for its first part if it is long, see `mostChecked`
    Alongside,  ///< in each row, which takes two to three times as long
};

/// The largest number of steps times bodies of a run that are checked at its end. The second run of
/// a walker with 2e5 of them takes 2 s, those of most examples less than 0.3 s.
inline constexpr double mostChecked = 4e5;

/// A run ready to begin: a model, checked settings, and a stepper at the start.
struct RunSetup {
    std::shared_ptr<const Model> model;
    RunSpec spec;
    LaterStart start;  ///< at time 0, or at the instant from which an earlier motion continues
    std::unique_ptr<Stepper> stepper;
    std::size_t budget = 0;  ///< memory of the recording [bytes], see `SetupOptions`
    bool continues = false;  ///< whether `start` is the end of an earlier motion
    std::unique_ptr<ErrorEstimator> errors = {};  ///< null: none are estimated
    ErrorCheck check = ErrorCheck::None;
};

struct SetupOptions {
    /// Start of the run (see `carryOver`); null for the model's own start at time 0.
    const LaterStart* start = nullptr;
    /// Memory for the recording [bytes], beyond which older rows are thinned. 0: keep every row; a
    /// run that would need too much memory is an error.
    std::size_t budget = 0;
    AssemblyReport* assembly = nullptr;  ///< receives how the model's own start was found
    Diagnostics* warnings = nullptr;     ///< warnings about settings are appended
    ErrorCheck check = ErrorCheck::None;
    /// A stepper of the same model and settings that is taken instead of a new one (see
    /// `Catalogue::makeTogether`).
    std::unique_ptr<Stepper>* stepper = nullptr;
    StartWatch watch = {};
};

/// Checks the settings, closes the loops, creates the stepper and initialises it. Every run is
/// created here. May take seconds for large models.
Result<RunSetup> setUpRun(const Catalogue& catalogue, std::shared_ptr<const Model> model,
                          const RunSpec& spec, const SetupOptions& options = {});

/// The settings of a run: those in `wanted`, then the model's, then the formulation's.
RunSpec specOf(const Catalogue& catalogue, const Model& model, const RunSettings& wanted);

}  // namespace momentree
