// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_model.hpp"

#include <algorithm>

#include "core/io/pmks.hpp"
#include "core/model/evaluate.hpp"

namespace momentree::cli {
namespace {

/// Names of parameters have no dots.
constexpr std::string_view runPrefix = "run.", startPrefix = "start.";

/// "JOINT.q" or "JOINT.u": numbers separated by commas replace the start of the joint.
Result<void> assignStart(ModelDescription& description, const std::string& target,
                         const std::string& values, const Place& where) {
    const std::string joint = target.substr(0, target.find('.'));
    const std::string part = target.substr(std::min(joint.size() + 1, target.size()));
    if (part != "q" && part != "u")
        return fail(error(where, MOMENTREE_TEXT("option-not-start",
                                                "must be start.JOINT.q=VALUE or "
                                                "start.JOINT.u=VALUE")));
    if (std::ranges::find(description.joints, joint, &JointDescription::name) ==
        description.joints.end())
        return fail(error(where, MOMENTREE_TEXT("joint-unknown", "there is no joint '%1'")(joint)));
    std::vector<Scalar> numbers;
    for (std::size_t at = 0; at <= values.size();) {
        const std::size_t end = std::min(values.find(',', at), values.size());
        numbers.emplace_back().text = values.substr(at, end - at);
        at = end + 1;
    }
    auto& starts = description.jointStarts;
    auto start = std::ranges::find(starts, joint, &JointStart::joint);
    if (start == starts.end()) start = starts.insert(start, JointStart{joint, {}, {}, {}});
    (part == "q" ? start->q : start->u) = std::move(numbers);
    return {};
}

Result<void> assign(ModelDescription& description, const std::string& assignment) {
    const Place where = Place::option("--set", assignment);
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == assignment.size())
        return fail(error(where, MOMENTREE_TEXT("option-not-assignment", "must be NAME=VALUE")));
    const std::string name = assignment.substr(0, equals);
    if (name.starts_with(startPrefix))
        return assignStart(description, name.substr(startPrefix.size()),
                           assignment.substr(equals + 1), where);
    if (name.starts_with(runPrefix)) {
        auto set = setRunSetting(description.run, name.substr(runPrefix.size()),
                                 assignment.substr(equals + 1));
        if (!set)
            for (Diagnostic& problem : set.error()) problem.place = where;
        return set;
    }
    Scalar value;
    value.text = assignment.substr(equals + 1);
    auto set = giveParameter(description, name, value);
    if (!set)
        for (Diagnostic& problem : set.error()) problem.place = where;
    return set;
}

}  // namespace

std::string shownName(const std::string& file) {
    if (isWebAddress(file)) return "link";
    return file == "-" ? "standard input" : file;
}

Report printing(const ModelOptions& options) {
    return [warnings = options.warnings()](const Diagnostics& found, const std::string& file) {
        print(found, file, warnings);
    };
}

std::optional<ModelDescription> loadDescription(const ModelOptions& options, const Report& report) {
    const std::string name = shownName(options.file);
    Diagnostics warnings;
    auto description = readModelFile(options.file, &warnings, options.import);
    report(warnings, name);
    if (!description) {
        report(description.error(), name);
        return std::nullopt;
    }
    for (const std::string& assignment : options.parameters) {
        if (const auto set = assign(*description, assignment); !set) {
            report(set.error(), {});
            return std::nullopt;
        }
    }
    return std::move(*description);
}

std::shared_ptr<const Model> loadModel(const ModelOptions& options, const Report& report) {
    auto description = loadDescription(options, report);
    if (!description) return nullptr;
    Diagnostics warnings;
    auto model = buildModel(std::move(*description), &warnings);
    report(warnings, shownName(options.file));
    if (!model) {
        report(model.error(), shownName(options.file));
        return nullptr;
    }
    return *model;
}

RunSpec specOf(const Catalogue& catalogue, const Model& model, const TypedSettings& typed) {
    RunSettings wanted;
    wanted.formulation = typed.formulation;
    wanted.backend = typed.backend;
    wanted.integrator = typed.integrator;
    wanted.step = typed.step.value_or(0.0);
    wanted.duration = typed.duration.value_or(0.0);
    wanted.sample = typed.sample.value_or(0.0);
    RunSpec spec = momentree::specOf(catalogue, model, wanted);
    // A zero means "none" above; typed, it is an error, which the check finds.
    spec.step = typed.step.value_or(spec.step);
    spec.duration = typed.duration.value_or(spec.duration);
    spec.sample = typed.sample.value_or(spec.sample);
    return spec;
}

}  // namespace momentree::cli
