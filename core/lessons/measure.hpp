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

/// A run of a lesson from its start to its end, or to where it failed.
struct LessonResult {
    LessonExperiment experiment;
    std::shared_ptr<const RowLayout> layout;
    std::shared_ptr<const Recording> recording;
    std::int64_t steps = 0, newtonIterations = 0;
    double wall = 0.0;                    ///< time spent stepping, on this machine [s]
    std::optional<Message> failure = {};  ///< none if the end was reached
};
using LessonResults = std::map<std::string, LessonResult>;  ///< by name of the run

/// What `of` may name beside the columns: "steps", "newton.iterations" (mean of a step), "wall"
/// [s], "wall.step" [s], "time.end" [s], "degrees.of.freedom", "redundant.rows",
/// "smallest.singular.value" (of the start), "setting.step", "setting.baumgarte",
/// "setting.penalty".
const std::vector<std::string>& runFigures();
/// Whether a figure says how fast this machine is; no claim may state it.
bool dependsOnMachine(const std::string& of);

/// The model of a run with its parameters and settings; `changes` by setting or parameter come
/// last.
Result<LessonExperiment> prepare(
    const Catalogue& catalogue, const LessonRun& run,
    const std::vector<std::pair<std::string, std::string>>& changes = {});
/// Computes on the caller's thread. @param told of the share done, from 0 to 1, now and then
Result<LessonResult> compute(const Catalogue& catalogue, LessonExperiment experiment,
                             std::stop_token stop = {},
                             const std::function<void(double)>& told = {});

/// @param self name of the run that is asked where the quantity names none
Result<double> measure(const Quantity& quantity, const LessonResults& results,
                       const std::string& self = {});
/// Whether `value` is what the claim states.
bool holds(const Claim& claim, double value);
bool holds(const Condition& condition, double value);

/// Everything about a lesson that its models must know: columns, settings, parameters, claims that
/// depend on the machine.
Result<void> checkLesson(const Lesson& lesson, const Catalogue& catalogue);

}  // namespace momentree
