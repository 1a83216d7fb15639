// SPDX-License-Identifier: Apache-2.0
// A study: many runs of one model, as a file (*.study.json) says them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// A parameter of the model and the value that it gets.
struct StudyParameter {
    std::string name;
    Scalar value;
    friend bool operator==(const StudyParameter&, const StudyParameter&) = default;
};
using StudyParameters = std::vector<StudyParameter>;

/// Settings and parameters of one run; what is not given comes from the study, then from the model,
/// then from the formulation.
struct StudyRun {
    std::string name;
    RunSettings run;
    StudyParameters parameters;
    int line = 0;
};

/// One quantity over several values.
struct StudyAxis {
    struct Range {
        double from = 0.0, to = 1.0;
        int count = 2;
        bool logarithmic = false;
    };
    bool isParameter = false;    ///< of the model; otherwise a setting of the run
    std::string name;            ///< "L", or a key of "run": "formulation", "step", ...
    std::vector<Scalar> values;  ///< texts for ids; "true" and "false" for switches
    std::optional<Range> range;  ///< instead of `values`; both ends are reached exactly
    int line = 0;
};

struct Study {
    std::string schema, name, title, text;
    std::string model;  ///< path of the model file, from the folder of the study
    std::string file;   ///< where it came from
    RunSettings run;    ///< of all runs
    StudyParameters parameters;
    std::vector<StudyRun> runs;    ///< none: one run without a name
    std::vector<StudyAxis> sweep;  ///< every run takes every combination of their values
    /// Name of the run that the others are compared with; empty: the first.
    std::string reference;
    /// Instead, a separate run for every combination of parameters, with these settings.
    std::optional<RunSettings> computedReference;
};

/// Reads a study. Every error has its line; unknown fields are errors.
Result<Study> readStudyFile(const std::string& path);
/// The same from memory; messages use `name` for the file.
Result<Study> readStudyText(std::string_view text, const std::string& name);
/// The one canonical text of a study: fixed order, shortest numbers.
std::string writeStudyText(const Study& study);
/// Saves atomically what can be read again; refuses anything else and leaves the old file.
Result<void> saveStudyFile(const Study& study, const std::string& path);
/// The path of the model file as seen from the working folder.
std::string modelPathOf(const Study& study);

/// One run of a study with everything that is said of it.
struct PlannedRun {
    std::string name;
    RunSettings run;
    StudyParameters parameters;
    int reference = -1;  ///< index in the plan; -1 for a run that is one itself
};
/// All runs in a fixed order: computed references, then run by run, the last axis changing fastest.
/// Names are made of the run's name and the values of the axes, "hdca+rk4+step=0.001"; equal names
/// are refused.
Result<std::vector<PlannedRun>> expand(const Study& study);

/// Whether the model has every parameter that the study names; those that it lacks by line.
Result<void> checkParameters(const Study& study, const ModelDescription& model);

}  // namespace momentree
