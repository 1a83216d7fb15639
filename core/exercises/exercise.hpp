// SPDX-License-Identifier: Apache-2.0
// A graded exercise. resources/exercises/README.md describes the files.
#pragma once

#include <cstdint>

#include "core/analysis/four_bar.hpp"
#include "core/lessons/lesson.hpp"
#include "core/result.hpp"

namespace momentree {

inline constexpr const char* exerciseFile = "exercise.json";
inline constexpr std::size_t mostParts = 50;  ///< runs, criteria, drawn values
/// A quantity in addition to columns and `runFigures()`: the least transmission angle of a driven
/// four-bar [rad].
inline constexpr const char* leastTransmissionAngle = "transmission.angle.least";

/// A parameter of the model that differs from student to student: from, from + step, ... to.
struct DrawnValue {
    std::string parameter, unit;
    double from = 0.0, to = 0.0, step = 0.0;  ///< in `unit`
    int line = 0;
};

/// A run of an exercise. `run.model` is empty if students hand in the model.
struct ExerciseRun {
    LessonRun run;
    std::vector<std::string> adjust;  ///< settings and parameters that students hand in
};

/// What earns points: a number handed in, a number measured in a run, or the class of a four-bar.
struct Criterion {
    std::string label, unit;
    double points = 1.0;
    Quantity quantity;                     ///< of the run `quantity.run`
    std::string answer;                    ///< name of the number handed in, to be compared with it
    std::optional<double> within;          ///< |answer - quantity| <= within |quantity|
    std::optional<double> below, above;    ///< otherwise bounds of the quantity
    std::optional<FourBar::Kind> fourBar;  ///< or the class of the four-bar of the run
    std::string hint;                      ///< shown if the points are lost
    int line = 0;
};

struct Exercise {
    std::string folder, title;
    std::string task;  ///< Markdown; `[[L]]` is the student's value of the parameter L
    std::string seed;  ///< of the values that are drawn
    std::vector<DrawnValue> values;
    std::vector<ExerciseRun> runs;
    std::vector<Criterion> criteria;
    int mostSeconds = 10;  ///< of processor time to grade one submission

    const ExerciseRun* run(const std::string& name) const;  ///< nullptr if there is none
    bool asksForModel() const;
    double points() const;
};

/// What a student hands in.
struct Submission {
    std::string student;
    std::vector<std::pair<std::string, std::string>> answers;   ///< "1.42", "1.42 s"
    std::vector<std::pair<std::string, std::string>> settings;  ///< adjusted settings, parameters
    std::string model;                                          ///< path of a file, may be empty
};

/// Reads `folder`/exercise.json and the files it names; errors have lines.
/// @param examples folder of the models that exercises reference by `example`
Result<Exercise> readExercise(const std::string& folder, const std::string& examples);

/// Reads a submission. Its model is a file in the same folder, of at most a megabyte. Answers and
/// settings that the exercise does not ask for are errors.
Result<Submission> readSubmission(const std::string& file, const Exercise& exercise);

/// The student's value, in the value's unit. It depends on nothing but the exercise's seed, the
/// name of the parameter and the student: `value.from + k value.step` with k = h mod n, where n is
/// the number of values and h the 64-bit FNV-1a hash of "seed/parameter/student".
double drawn(const DrawnValue& value, const Exercise& exercise, const std::string& student);

/// "0.65 m"; the number alone without a unit.
std::string numberWithUnit(std::string number, const std::string& unit);

/// The task with the student's values.
std::string taskFor(const Exercise& exercise, const std::string& student);

}  // namespace momentree
