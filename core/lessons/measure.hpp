// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/diagnostics/row_layout.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/lessons/lesson.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/recording.hpp"

namespace momentree {

/// A run of a lesson, ready to be computed.
struct LessonExperiment {
    std::shared_ptr<const ModelDescription> description;  ///< with the lesson's run settings
    std::shared_ptr<const Model> model;
    RunSpec spec;
    AssemblyReport assembly;
};

/// A completed or failed run of a lesson.
struct LessonResult {
    LessonExperiment experiment;
    std::shared_ptr<const RowLayout> layout;
    std::shared_ptr<const Recording> recording;
    std::int64_t steps = 0, newtonIterations = 0;
    std::int64_t evaluations = 0;         ///< of the equations of motion, 0 if not counted
    std::vector<double> walls = {};       ///< time spent stepping, of each repeat [s]
    double projectionShare = 0.0;         ///< of that time, in projections of a step
    std::optional<Message> failure = {};  ///< none if the end was reached
};
using LessonResults = std::map<std::string, LessonResult>;  ///< by name of the run

/// Values of `of` in addition to column names: "steps", "evaluations", "newton.iterations" (mean
/// per step), "wall" (median of the repeats) [s], "wall.step" [s], "wall.spread" (slowest minus
/// fastest repeat, over the median), "projection.share" (of that time), "time.end" [s],
/// "degrees.of.freedom", "redundant.rows", "smallest.singular.value" and "mass.condition" (of the
/// start), "lowest.frequency", "second.frequency" [Hz] and "growing.modes" (of the modes about the
/// start), "bodies", "setting.step", "setting.baumgarte", "setting.penalty".
const std::vector<std::string>& runFigures();
/// Whether a figure depends on the speed of this machine; claims must not use it.
bool dependsOnMachine(const std::string& of);

/// Why a quantity cannot be measured in a run whose rows have this layout, if so.
std::optional<Diagnostic> missingColumn(const Quantity& quantity, const std::string& run,
                                        const RowLayout& layout);

/// The model of a run with its parameters and settings; `changes` by setting or parameter are
/// applied last.
Result<LessonExperiment> prepare(
    const Catalogue& catalogue, const LessonRun& run,
    const std::vector<std::pair<std::string, std::string>>& changes = {});
/// Computes a run on the caller's thread.
/// @param told called from time to time with the completed fraction, from 0 to 1
Result<LessonResult> compute(const Catalogue& catalogue, LessonExperiment experiment,
                             std::stop_token stop = {},
                             const std::function<void(double)>& told = {});

/// @param self name of the current run, used if the quantity names none
Result<double> measure(const Quantity& quantity, const LessonResults& results,
                       const std::string& self = {});
/// Whether `value` satisfies the claim.
bool holds(const Claim& claim, double value);
bool holds(const Condition& condition, double value);

/// Checks everything in a lesson that depends on its models: columns, settings, parameters, claims
/// that depend on the machine.
Result<void> checkLesson(const Lesson& lesson, const Catalogue& catalogue);

}  // namespace momentree
