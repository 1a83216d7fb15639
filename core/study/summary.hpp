// SPDX-License-Identifier: Apache-2.0
// The summary of a run for tables of the window and the command line.
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

/// Largest values over the rows of a recording so far. `notKnown` if a formulation has no such
/// quantity, or without a reference.
struct RunExtremes {
    double initialEnergy = notKnown;  ///< total energy of the first row [J]
    double energyError = notKnown;    ///< change of the total energy since the first row [J]
    double balance = notKnown;        ///< energy minus the work of all forces and motions [J]
    double driftPosition = notKnown;  ///< norms of the constraint residuals
    double driftVelocity = notKnown, driftAcceleration = notKnown;
    // Compared with the reference at equal times:
    double positionDifference = notKnown;         ///< of a body's centre of mass [m]
    double finalDifference = notKnown;            ///< the same at the latest compared instant [m]
    double energyDifference = notKnown;           ///< of the total energy [J]
    double forceDifference = notKnown;            ///< of a joint's reaction force [N]
    double momentDifference = notKnown;           ///< of a joint's reaction moment [N m]
    bool interpolated = false;                    ///< whether the reference was interpolated
    double seenTime = -1.0, comparedTime = -1.0;  ///< of the latest row processed, and compared [s]
    std::size_t rows = 0;                         ///< processed rows
    std::size_t compared = 0;                     ///< rows compared as far as the reference goes
};

/// Processes the rows recorded since the last call, even if older ones have been thinned meanwhile.
/// `reference` (null for none) may grow between calls but must stay the same recording, of a model
/// with the same bodies and joints; one with a different width is ignored.
///
/// Runs are compared at instants that both have recorded if their sample intervals have a common
/// multiple of at most ten times one of them. Otherwise they are compared at every row of the run,
/// with an interpolated reference (if both have at least three rows): cubic polynomials through
/// recorded positions and velocities (error of order 4 in the sample interval), linear for energies
/// and reactions (order 2).
void takeIn(RunExtremes& extremes, const Model& model, const RowLayout& layout,
            const Recording& recording, const Recording* reference = nullptr);

/// A run as a row of a table.
struct RunSummary {
    std::string name;
    RunSpec spec;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< changed parameters, as text
    std::int64_t steps = 0;
    double time = 0.0;            ///< simulated [s]
    double wall = 0.0;            ///< [s]
    double realTimeFactor = 0.0;  ///< simulated time over wall time, for the whole run
    std::int64_t newtonIterations = 0;
    std::int64_t evaluations = 0;  ///< of the equations of motion, 0 if not counted
    int sideBySide = 0;            ///< number of other runs in its lanes; `wall` is its share
    RunExtremes extremes;
    double positionError = notKnown;  ///< estimated, of a body's centre of mass [m]
    std::string status;               ///< "done", "stopped", "failed: ...", "running", "paused"
    std::string warning;              ///< see `warningOf`
};

/// The first warning of a run and how many more there are, empty without any: of the motion, then
/// of the settings.
std::string warningOf(std::span<const RunNote> notes, const Diagnostics& ofSettings = {});

/// "done", "stopped", "failed: ...", "running" or "paused".
std::string statusText(const RunFigures& figures);

/// Evaluations of the equations of motion: each computes kinematics (in index3-dca each iteration),
/// or at least derivatives.
std::int64_t evaluationsOf(const PhaseClock::Total& kinematics,
                           const PhaseClock::Total& derivatives);

/// The row of a finished or running run, with the values in `extremes`.
RunSummary summaryOf(std::string name, const Session& session, const RunExtremes& extremes);
/// The same for everything recorded so far, compared with `reference` if that is another run.
RunSummary summaryOf(std::string name, const Session& session, const Session* reference = nullptr);

/// A column of the table. Titles, units and explanations are in English; the user interface
/// translates them.
struct SummaryColumn {
    const char* title;
    const char* unit;     ///< "" for none
    const char* meaning;  ///< one sentence
    /// Number to sort by, or `notKnown`; null for columns of text.
    double (*value)(const RunSummary&);
    std::string (*text)(const RunSummary&);  ///< three significant digits, "-" if unknown
};
/// In display order: the run's name first, its status last.
std::span<const SummaryColumn> summaryColumns();
/// "energy error [J]"
std::string heading(const SummaryColumn& column);

}  // namespace momentree
