// SPDX-License-Identifier: Apache-2.0
// A study: many runs of one model, described by a file (*.study.json).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// A new value for a parameter of the model.
struct StudyParameter {
    std::string name;
    Scalar value;
    friend bool operator==(const StudyParameter&, const StudyParameter&) = default;
};
using StudyParameters = std::vector<StudyParameter>;

/// Settings and parameters of one run; missing ones come from the study, then the model, then the
/// formulation.
struct StudyRun {
    std::string name;
    RunSettings run;
    StudyParameters parameters;
    int line = 0;
};

/// Several values for one quantity.
struct StudyAxis {
    struct Range {
        double from = 0.0, to = 1.0;
        int count = 2;
        bool logarithmic = false;
    };
    bool isParameter = false;    ///< of the model; otherwise a run setting
    std::string name;            ///< "L", or a key of "run": "formulation", "step", ...
    std::vector<Scalar> values;  ///< texts for ids, "true" and "false" for switches
    std::optional<Range> range;  ///< instead of `values`; includes both ends exactly
    int line = 0;
};

/// The values of an axis, those of a range in order.
std::vector<Scalar> valuesOf(const StudyAxis& axis);
/// The values as texts: numbers with as few digits as distinguish them, four at least.
std::vector<std::string> valueTexts(const std::vector<Scalar>& values);

struct Study {
    std::string schema, name, title, text;
    std::string model;  ///< path of the model file, relative to the folder of the study
    int modelLine = 0;  ///< where the file names the model, 0 = unknown
    std::string file;   ///< name of the file
    RunSettings run;    ///< settings of all runs
    StudyParameters parameters;
    std::vector<StudyRun> runs;    ///< empty: one unnamed run
    std::vector<StudyAxis> sweep;  ///< every run is repeated for every combination of values
    /// Name of the run with which the others are compared; empty: the first.
    std::string reference;
    /// Instead, computes a separate reference with these settings for every combination of
    /// parameters.
    std::optional<RunSettings> computedReference;
};

/// Reads a study. Every error has a line; unknown fields are errors.
Result<Study> readStudyFile(const std::string& path);
/// Reads the same from memory; messages use `name` as the file's name.
Result<Study> readStudyText(std::string_view text, const std::string& name);
/// The canonical text of a study: fixed order, shortest numbers.
std::string writeStudyText(const Study& study);
/// Saves atomically. A study that could not be read back is an error and does not replace the file.
Result<void> saveStudyFile(const Study& study, const std::string& path);
/// The path of the model file relative to the working folder.
std::string modelPathOf(const Study& study);
/// Reports, with its line in the study, a model that is missing or a folder.
Result<void> checkModelFile(const Study& study);
/// The folder of finished runs of the study in this file: NAME.results for NAME.study.json.
std::string resultsFolderOf(const std::string& studyFile);

/// One run of a study with all its settings.
struct PlannedRun {
    std::string name;
    RunSettings run;
    StudyParameters parameters;
    int reference = -1;  ///< index in the plan; -1 if this run is a reference
    /// Whether it is compared with a more accurate run when it has ended (`ErrorCheck::AtEnd`);
    /// not if the reference has the same parameters and so shows the error.
    bool checked = true;
};
/// All runs in a fixed order: computed references, then run by run; the last axis changes fastest.
/// Names consist of the run's name and the values of the axes, "hdca+rk4+step=0.001"; equal names
/// are an error.
Result<std::vector<PlannedRun>> expand(const Study& study);

/// Checks that the model has every parameter used by the study; reports missing ones with lines.
Result<void> checkParameters(const Study& study, const ModelDescription& model);

}  // namespace momentree
