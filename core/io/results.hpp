// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/error_estimate.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_monitor.hpp"

namespace momentree {

/// Facts of a report that are not in the recording (contract section 5).
struct ReportFacts {
    std::string modelName;
    RunSpec spec;
    std::int64_t steps = 0;
    double wall = 0.0;                       ///< [s]
    double simulated = 0.0;                  ///< [s]
    std::string status;                      ///< `statusName`, or "failed" by an internal error
    std::optional<Diagnostic> problem = {};  ///< why it failed or stopped
    std::int64_t newtonIterations = 0;
    std::optional<std::int64_t> newtonIterationsMax;  ///< of one step, if known
    std::array<PhaseClock::Total, phaseCount> phases{};
    std::string device;  ///< machine that the phase times belong to
    std::optional<BoardTimes> board = {};
    Diagnostics warnings;                     ///< about the model and the settings
    std::vector<RunNote> notes = {};          ///< what the run has noticed
    std::optional<ErrorFigures> errors = {};  ///< if they are estimated
    double balanceUncertainty = 0.0;          ///< by the integral of the powers [J]
};
/// The report as JSON. `duration_s` is the time reached; unknown values are null. With the record
/// of the run (see provenance.hpp) if the recording knows its origin.
std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout);
/// The same with another origin than that of the recording, null for none.
std::string reportText(const ReportFacts& facts, const Recording& recording,
                       const RowLayout& layout, const RunOrigin* origin);

}  // namespace momentree
