// SPDX-License-Identifier: Apache-2.0
// The summary of a run in tables, the same in the window and on the command line.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/session.hpp"

namespace momentree {

inline constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

/// The largest values over the rows of a recording seen so far. `notKnown` where a formulation has
/// none, or where there is no reference.
struct RunExtremes {
    double initialEnergy = notKnown;  ///< total, of the first row [J]
    double energyError = notKnown;    ///< change of the total energy since the first row [J]
    double driftPosition = notKnown;  ///< norms of the constraint residuals
    double driftVelocity = notKnown, driftAcceleration = notKnown;
    // Against the reference, at equal times:
    double positionDifference = notKnown;         ///< of a body's centre of mass [m]
    double finalDifference = notKnown;            ///< the same at the latest instant compared [m]
    double energyDifference = notKnown;           ///< of the total energy [J]
    double forceDifference = notKnown;            ///< of a joint's reaction force [N]
    double momentDifference = notKnown;           ///< of a joint's reaction moment [N m]
    bool interpolated = false;                    ///< whether the reference had to be interpolated
    double seenTime = -1.0, comparedTime = -1.0;  ///< of the latest row taken in, and compared [s]
    std::size_t rows = 0;                         ///< rows taken in
    std::size_t compared = 0;                     ///< rows done with as far as the reference goes
};

/// Takes in the rows recorded since the last call, also where older ones were thinned out
/// meanwhile; `reference` (null for none) may grow meanwhile and is the same in every call. It is a
/// recording of a model with the same bodies and joints; one of another width is not compared.
///
/// Runs are compared at the instants that both have recorded if their sample intervals have a
/// common multiple of at most ten times one of them. Otherwise at every row of the run, with the
/// reference interpolated there (if both have three rows at least): positions by cubic polynomials
/// through recorded positions and velocities (error of order 4 in its sample interval), energies
/// and reactions linearly (order 2).
void takeIn(RunExtremes& extremes, const Model& model, const RowLayout& layout,
            const Recording& recording, const Recording* reference = nullptr);

/// One run as a row of a table.
struct RunSummary {
    std::string name;
    RunSpec spec;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< given another value, as text
    std::int64_t steps = 0;
    double time = 0.0;            ///< simulated [s]
    double wall = 0.0;            ///< [s]
    double realTimeFactor = 0.0;  ///< simulated over wall time, of the whole run
    std::int64_t newtonIterations = 0;
    std::int64_t evaluations = 0;  ///< of the equations of motion, 0 where not counted
    int sideBySide = 0;  ///< other runs of a study that shared its lanes, `wall` is its share
    RunExtremes extremes;
    std::string status;  ///< "done", "stopped", "failed: ...", "running", "paused"
};

/// "done", "stopped", "failed: ...", "running" or "paused".
std::string statusText(const RunFigures& figures);

/// Evaluations of the equations of motion: each has its kinematics (in index3-dca each iteration),
/// or at least its derivatives.
std::int64_t evaluationsOf(const PhaseClock::Total& kinematics,
                           const PhaseClock::Total& derivatives);

/// The row of a finished or still growing run, with what `extremes` holds.
RunSummary summaryOf(std::string name, const Session& session, const RunExtremes& extremes);
/// The same of everything recorded so far, against `reference` if that is another run.
RunSummary summaryOf(std::string name, const Session& session, const Session* reference = nullptr);

/// A column of the table. Titles, units and explanations are in English, for translation by who
/// shows them.
struct SummaryColumn {
    const char* title;
    const char* unit;     ///< "" for none
    const char* meaning;  ///< one sentence
    /// What to sort by, `notKnown` where there is no such number; null for columns of words.
    double (*value)(const RunSummary&);
    std::string (*text)(const RunSummary&);  ///< three significant digits, "-" for unknown
};
/// In the order shown: the first is the run's name, the last its status.
std::span<const SummaryColumn> summaryColumns();
/// "energy error [J]"
std::string heading(const SummaryColumn& column);

}  // namespace momentree
