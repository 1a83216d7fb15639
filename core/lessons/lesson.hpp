// SPDX-License-Identifier: Apache-2.0
// A guided lesson. resources/lessons/README.md describes the file format.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace momentree {

/// How a number is computed from the rows of a run.
enum class Take {
    First,
    Last,
    At,  ///< at the row nearest to a time
    Least,
    Greatest,
    Largest,        ///< of the absolute values
    Change,         ///< last minus first
    LargestChange,  ///< of the absolute differences from the first row
    Mean,
    TimeOfLeast,
    TimeOfGreatest,
    SignChanges,
    TimeOfSignChange  ///< of the first one
};

/// A number measured in a run of the lesson.
struct Quantity {
    std::string run;  ///< empty: the current run
    std::string of;   ///< a recorded column, or one of `runFigures()`
    Take take = Take::Last;
    std::optional<double> at, from, until;  ///< [s]
    std::string minus;  ///< the same column of that run is subtracted row by row
    std::string over;   ///< divided by the same quantity of that run
    int line = 0;
};

/// A prepared experiment: a model with changed parameters and run settings.
struct LessonRun {
    std::string name;   ///< name used by steps and quantities
    std::string label;  ///< shown to the user
    std::string model;  ///< path of the file
    std::vector<std::pair<std::string, std::string>> parameters, settings;
    int line = 0;
};

/// A number or a sentence that the pages contain as `[[name]]` and that runs confirm or refute.
struct Claim {
    std::string name, unit;
    std::string says;  ///< the sentence, with %1 for the number; empty: only a number is stated
    Quantity quantity;
    std::optional<double> value, within;  ///< |measured - value| <= within
    std::optional<double> below, above;   ///< otherwise one of these
    int line = 0;
};

/// A setting that the learner may change before a run.
struct Control {
    std::string setting, parameter;  ///< one of the two: a run setting or a parameter of the model
    std::string label, unit;
    double from = 0.0, to = 0.0, start = 0.0;  ///< of a slider
    bool logarithmic = false;
    std::vector<std::string> choices;  ///< of a list; the first is the default
    int line = 0;
};

/// A plot of one quantity over time, with a curve for each run.
struct LessonPlot {
    std::string of, label, unit;
    bool logarithmic = false;
    bool change = false;  ///< minus the first value
    std::string minus;    ///< minus that run
    int line = 0;
};

/// A graph of one measured number over another on logarithmic axes, with a point for each run.
struct LessonGraph {
    struct Curve {
        std::string label;
        std::vector<std::string> runs;
    };
    std::string label, unit, xLabel, xUnit;
    Quantity x, y;
    std::vector<Curve> curves;
    int line = 0;
};

/// A column of the table of runs.
struct LessonColumn {
    std::string label, unit;
    Quantity quantity;
};

struct Answer {
    std::string text;
    std::string feedback;
};

struct Condition {
    Quantity quantity;
    std::optional<double> below, above;
    std::string label, unit;  ///< shown to the user
};

struct LessonStep {
    enum class Kind { Predict, Run, Look, Explain, Task };
    Kind kind = Kind::Explain;
    std::string title;
    std::string page;  ///< Markdown
    int line = 0;
    // predict
    std::vector<Answer> answers;
    int right = 0;  ///< index of the correct answer
    // run, task
    std::vector<std::string> runs;  ///< a task varies the first one
    int repeats = 1;                ///< to measure times; the runs take turns
    std::string shown;              ///< the run shown in the scene
    std::vector<Control> controls;
    // look
    std::vector<LessonPlot> plots;
    std::vector<LessonGraph> graphs;
    std::vector<LessonColumn> table;
    std::string camera;               ///< front, top, side, isometric; empty: unchanged
    std::vector<std::string> layers;  ///< velocities, accelerations, reactions
    std::vector<std::string> panels;  ///< energy, drift, quantities, phases, xray, ...
    std::vector<std::string> traces;  ///< points whose curves are drawn, "body.marker"
    std::vector<std::string> frame;   ///< bodies that the view is fitted to; empty: all
    std::optional<double> time;       ///< to show [s]
    // task
    std::vector<Condition> conditions;
    std::vector<std::string> hints;  ///< one more after each attempt
    /// The solution, by setting or parameter; the tests run it.
    std::vector<std::pair<std::string, std::string>> solution;
};

struct Lesson {
    std::string folder, title, teaches;
    std::string notes;  ///< Markdown for teachers: why each sentence holds; may be empty
    int minutes = 0;
    std::vector<LessonRun> runs;
    std::vector<Claim> claims;
    std::vector<LessonStep> steps;

    const LessonRun* run(const std::string& name) const;  ///< nullptr if there is none
};

const char* kindName(LessonStep::Kind kind);  ///< "predict", "run", "look", "explain", "task"

/// Replaces every `[[name]]` of a claim in a Markdown text by its number, "1.9 × 10⁻⁷ m", or its
/// sentence.
std::string withClaims(const std::string& text, const Lesson& lesson);
/// The number of a claim with its unit, "less than 2 m" if it is a bound.
std::string claimNumber(const Claim& claim);
/// The sentence of a claim, or its number if it has none.
std::string claimText(const Claim& claim);
/// All texts of a step: page, answers, feedback, hints.
std::string textOf(const LessonStep& step);
/// A number as in a textbook, with powers of ten outside 10⁻³ ... 10⁵.
/// @param digits significant digits, 0: all
std::string readableNumber(double value, int digits = 0);

}  // namespace momentree
