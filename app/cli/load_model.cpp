// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_model.hpp"

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::cli {
namespace {

/// Names of parameters have no dots.
constexpr std::string_view runPrefix = "run.";

Result<void> assign(ModelDescription& description, const std::string& assignment) {
    const Place where = Place::option("--set", assignment);
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == assignment.size())
        return fail(error(where, MOMENTREE_TEXT("option-not-assignment", "must be NAME=VALUE")));
    const std::string name = assignment.substr(0, equals);
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

std::string shownName(const std::string& file) { return file == "-" ? "standard input" : file; }

std::optional<ModelDescription> loadDescription(const std::string& file,
                                                const std::vector<std::string>& parameters,
                                                const Report& report) {
    Diagnostics warnings;
    auto description = readModelFile(file, &warnings);
    report(warnings, shownName(file));
    if (!description) {
        report(description.error(), shownName(file));
        return std::nullopt;
    }
    for (const std::string& assignment : parameters) {
        if (const auto set = assign(*description, assignment); !set) {
            report(set.error(), {});
            return std::nullopt;
        }
    }
    return std::move(*description);
}

std::shared_ptr<const Model> loadModel(const std::string& file,
                                       const std::vector<std::string>& parameters,
                                       const Report& report) {
    auto description = loadDescription(file, parameters, report);
    if (!description) return nullptr;
    Diagnostics warnings;
    auto model = buildModel(std::move(*description), &warnings);
    report(warnings, shownName(file));
    if (!model) {
        report(model.error(), shownName(file));
        return nullptr;
    }
    return *model;
}

RunSpec specOf(const Catalogue& catalogue, const Model& model, const TypedSettings& typed) {
    RunSettings ids;
    ids.formulation = typed.formulation;
    ids.backend = typed.backend;
    ids.integrator = typed.integrator;
    RunSpec spec = momentree::specOf(catalogue, model, ids);
    spec.step = typed.step.value_or(spec.step);
    // A step without an integrator implies equal steps.
    if (typed.step && typed.integrator.empty() && isAdaptive(spec.integrator))
        spec.integrator = "rk4";
    spec.duration = typed.duration.value_or(spec.duration);
    if (model.description.run.sample == 0.0) spec.sample = defaultSample(spec);
    spec.sample = typed.sample.value_or(spec.sample);
    return spec;
}

}  // namespace momentree::cli
