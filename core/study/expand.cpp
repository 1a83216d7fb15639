// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/study/study.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostPlanned = 100'000;  ///< runs, of about a kilobyte each

template <typename T>
void take(T& setting, const T& over) {
    if (over != T{}) setting = over;
}

/// Replaces settings by those given in `over`.
RunSettings overlaid(RunSettings settings, const RunSettings& over) {
    take(settings.formulation, over.formulation);
    take(settings.backend, over.backend);
    take(settings.integrator, over.integrator);
    take(settings.step, over.step);
    take(settings.duration, over.duration);
    take(settings.sample, over.sample);
    take(settings.relativeTolerance, over.relativeTolerance);
    take(settings.absoluteTolerance, over.absoluteTolerance);
    take(settings.inversion, over.inversion);
    take(settings.baumgarte, over.baumgarte);
    take(settings.momentumReset, over.momentumReset);
    take(settings.penalty, over.penalty);
    take(settings.newtonTolerance, over.newtonTolerance);
    take(settings.newtonIterations, over.newtonIterations);
    take(settings.projections, over.projections);
    take(settings.modifiedNewton, over.modifiedNewton);
    take(settings.correction, over.correction);
    return settings;
}

void give(StudyParameters& parameters, const std::string& name, const Scalar& value) {
    const auto found = std::ranges::find(parameters, name, &StudyParameter::name);
    if (found == parameters.end()) {
        parameters.push_back({name, value});
    } else {
        found->value = value;
    }
}

/// The labels of an axis in run names: an id itself, otherwise "NAME=VALUE".
std::vector<std::string> labelsOf(const StudyAxis& axis, const std::vector<Scalar>& values) {
    static constexpr std::array<std::string_view, 3> ids{"formulation", "backend", "integrator"};
    std::vector<std::string> labels = valueTexts(values);
    if (axis.isParameter || std::ranges::find(ids, axis.name) == ids.end())
        for (std::string& label : labels) label.insert(0, axis.name + "=");
    return labels;
}

/// An axis with its labels.
struct Axis {
    const StudyAxis* axis;
    std::vector<Scalar> values;
    std::vector<std::string> labels;
};

Result<void> apply(const Axis& axis, std::size_t index, PlannedRun& run) {
    const Scalar& value = axis.values[index];
    run.name += (run.name.empty() ? "" : "+") + axis.labels[index];
    if (axis.axis->isParameter) {
        give(run.parameters, axis.axis->name, value);
        return {};
    }
    return setRunSetting(run.run, axis.axis->name,
                         value.text.empty() ? numberText(value.value) : value.text);
}

/// The combination of all axes with this index; the last axis changes fastest.
Result<PlannedRun> combined(PlannedRun run, const std::vector<Axis>& axes, std::size_t number) {
    std::size_t below = 1;
    for (const Axis& axis : axes) below *= axis.values.size();
    for (const Axis& axis : axes) {
        below /= axis.values.size();
        if (auto applied = apply(axis, number / below % axis.values.size(), run); !applied) {
            for (Diagnostic& problem : applied.error()) {
                problem.place = Place::sweep(axis.axis->name);
                problem.line = axis.axis->line;
            }
            return tl::unexpected(std::move(applied.error()));
        }
    }
    if (run.name.empty()) run.name = "run";
    return run;
}

PlannedRun started(const Study& study, const StudyRun& run) {
    PlannedRun planned{run.name, overlaid(study.run, run.run), study.parameters, -1};
    for (const StudyParameter& parameter : run.parameters)
        give(planned.parameters, parameter.name, parameter.value);
    return planned;
}

std::string parametersText(const StudyParameters& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters)
        text += "+" + name + "=" + (value.text.empty() ? numberText(value.value) : value.text);
    return text;
}

/// Inserts a reference before the runs for every combination of parameters.
std::vector<PlannedRun> withReferences(const Study& study, std::vector<PlannedRun> runs) {
    std::vector<PlannedRun> all;
    std::map<std::string, int> references;
    for (PlannedRun& run : runs) {
        const std::string parameters = parametersText(run.parameters);
        const auto [found, isNew] =
            references.try_emplace(parameters, static_cast<int>(all.size()));
        if (isNew)
            all.push_back({"reference" + parameters, overlaid(study.run, *study.computedReference),
                           run.parameters, -1});
        run.reference = found->second;
        run.checked = false;
    }
    if (all.size() == 1) all.front().name = "reference";
    std::ranges::move(runs, std::back_inserter(all));
    return all;
}

Result<void> chooseReference(const Study& study, std::vector<PlannedRun>& runs) {
    const auto found = study.reference.empty()
                           ? runs.begin()
                           : std::ranges::find(runs, study.reference, &PlannedRun::name);
    if (found == runs.end()) {
        std::vector<std::string> names;
        for (const PlannedRun& run : runs) names.push_back(run.name);
        return fail(error(Place::study("reference"),
                          MOMENTREE_TEXT("reference-unknown", "there is no run '%1'%2")(
                              study.reference, didYouMean(study.reference, names))));
    }
    const int index = static_cast<int>(found - runs.begin());
    const StudyParameters parameters = found->parameters;
    for (int k = 0; k < static_cast<int>(runs.size()); ++k) {
        PlannedRun& run = runs[static_cast<std::size_t>(k)];
        run.reference = k == index ? -1 : index;
        run.checked = k == index || run.parameters != parameters;
    }
    return {};
}

Result<void> checkNames(const std::vector<PlannedRun>& runs) {
    std::set<std::string_view> names;
    for (const PlannedRun& run : runs)
        if (!names.insert(run.name).second)
            return fail(error(
                {},
                MOMENTREE_TEXT(
                    "study-run-twice",
                    "two runs are called '%1'; give each of \"runs\" its own 'name'")(run.name)));
    return {};
}

/// Counted before values and labels are made, which takes seconds for many.
Result<std::size_t> combinations(const Study& study) {
    std::size_t count = std::max<std::size_t>(study.runs.size(), 1);
    for (const StudyAxis& axis : study.sweep) {
        const std::size_t values =
            axis.range ? static_cast<std::size_t>(axis.range->count) : axis.values.size();
        if (values > mostPlanned / count)
            return fail(error(
                Place::study("sweep"),
                MOMENTREE_TEXT("study-too-many-runs", "a study has at most %1 runs")(mostPlanned),
                axis.line));
        count *= values;
    }
    return count / std::max<std::size_t>(study.runs.size(), 1);
}

}  // namespace

std::vector<Scalar> valuesOf(const StudyAxis& axis) {
    if (!axis.range) return axis.values;
    const auto& [from, to, count, logarithmic] = *axis.range;
    std::vector<Scalar> values;
    for (int k = 0; k < count; ++k) {
        const double share = static_cast<double>(k) / (count - 1);
        const double between =
            logarithmic ? from * std::pow(to / from, share) : from + share * (to - from);
        values.emplace_back(k == 0 ? from : k + 1 == count ? to : between);
    }
    return values;
}

std::vector<std::string> valueTexts(const std::vector<Scalar>& values) {
    std::vector<std::string> texts;
    for (const int digits : {4, 6, 9, 17}) {
        texts.clear();
        for (const Scalar& value : values)
            texts.push_back(value.text.empty() ? numberText(value.value, digits) : value.text);
        if (std::set(texts.begin(), texts.end()).size() == texts.size()) break;
    }
    return texts;
}

std::string resultsFolderOf(const std::string& studyFile) {
    constexpr std::string_view ending = ".study.json";
    return (studyFile.ends_with(ending) ? studyFile.substr(0, studyFile.size() - ending.size())
                                        : studyFile) +
           ".results";
}

Result<std::vector<PlannedRun>> expand(const Study& study) {
    const auto count = combinations(study);
    if (!count) return tl::unexpected(count.error());
    std::vector<Axis> axes;
    for (const StudyAxis& axis : study.sweep) {
        auto values = valuesOf(axis);
        auto labels = labelsOf(axis, values);
        axes.push_back({&axis, std::move(values), std::move(labels)});
    }
    std::vector<PlannedRun> runs;
    for (const StudyRun& run : study.runs.empty() ? std::vector<StudyRun>(1) : study.runs)
        for (std::size_t number = 0; number < *count; ++number) {
            auto planned = combined(started(study, run), axes, number);
            if (!planned) return tl::unexpected(planned.error());
            runs.push_back(std::move(*planned));
        }
    if (study.computedReference) {
        runs = withReferences(study, std::move(runs));
    } else if (auto chosen = chooseReference(study, runs); !chosen) {
        return tl::unexpected(chosen.error());
    }
    if (auto checked = checkNames(runs); !checked) return tl::unexpected(checked.error());
    return runs;
}

Result<void> checkParameters(const Study& study, const ModelDescription& model) {
    ModelDescription scratch = model;
    Diagnostics problems;
    const auto check = [&](const std::string& name, int line) {
        auto set = giveParameter(scratch, name, 0.0);
        if (set) return;
        set.error().front().line = line;
        problems.push_back(set.error().front());
    };
    for (const StudyParameter& parameter : study.parameters)
        check(parameter.name, parameter.value.line);
    for (const StudyRun& run : study.runs)
        for (const StudyParameter& parameter : run.parameters)
            check(parameter.name, parameter.value.line);
    for (const StudyAxis& axis : study.sweep)
        if (axis.isParameter) check(axis.name, axis.line);
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return {};
}

}  // namespace momentree
