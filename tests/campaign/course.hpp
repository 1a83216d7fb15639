// SPDX-License-Identifier: Apache-2.0
// A mechanism at its start, its runs, and measures of them.
#pragma once

#include "campaign/mechanism.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/later_start.hpp"
#include "core/session/recording.hpp"
#include "core/session/run_monitor.hpp"
#include "core/session/run_setup.hpp"

namespace momentree::campaign {

inline constexpr int samples = 4;        ///< rows of a run after its first
inline constexpr double closed = 1e-12;  ///< gap of a mechanism with exact lengths

/// A mechanism at its start, ready to be run by each formulation.
struct Start {
    std::shared_ptr<const Model> model;
    LaterStart start = {};
    AssemblyReport report = {};
    double size = 1.0;  ///< largest distance of a marker from its body's centre of mass [m]
    double step = 0.0;  ///< 0.02 rad of the fastest motion at the start [s]
    int steps = 0;
    bool conservative = false;
    bool doubted = false;  ///< a warning of every formulation
};

/// Builds and assembles the mechanism.
Result<Start> startOf(const ModelDescription& description, int steps);

/// Rows of a run.
struct Course {
    std::shared_ptr<const Recording> rows;
    Progress progress;
    std::vector<RunNote> notes;
    bool doubted = false;  ///< the formulation warned of the mechanism before the run
    bool reached() const { return progress.status == StepStatus::Reached; }
};

/// @param check whether the run is compared with half its step, as that of a user
Result<Course> runOf(const Start& s, const char* formulation, double step,
                     ErrorCheck check = ErrorCheck::None);
/// Rows of some steps from the start, one for each.
Result<Course> stepsOf(const Start& s, const char* formulation, double step, int count);

/// The largest difference of poses in rows of the same time: of positions relative to the size, of
/// orientations [rad].
double distance(const Start& s, const Course& a, const Course& b);

/// The change of the total energy since the start, relative to the energies that are exchanged.
/// @param known up to which poses are known, relative to the size: what they change of the
/// potential energy does not count
double energyChange(const Start& s, const Course& course, double known);

/// How far the joints are open in the last row, and how far those that close loops remain so when
/// the pose is fitted to them: relative to the size, or sines of angles.
struct Opening {
    double now = 0.0, least = 0.0;
};
Opening openingOf(const Start& s, const Course& course);

}  // namespace momentree::campaign
