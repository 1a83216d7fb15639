// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_model.hpp"

#include <algorithm>

#include "app/cli/messages.hpp"
#include "core/io/model_file.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree::cli {
namespace {

/// Names of parameters have no dots.
constexpr std::string_view runPrefix = "run.";

Result<void> setParameter(ModelDescription& description, const std::string& assignment) {
    const std::string where = "--set " + assignment;
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == assignment.size())
        return fail(error(where, "must be NAME=VALUE"));
    const std::string name = assignment.substr(0, equals);
    if (name.starts_with(runPrefix)) {
        auto set = setRunSetting(description.run, name.substr(runPrefix.size()),
                                 assignment.substr(equals + 1));
        if (!set)
            for (Diagnostic& problem : set.error()) problem.where = where;
        return set;
    }
    auto& parameters = description.parameters;
    const auto found = std::ranges::find(parameters, name, &ParameterDescription::name);
    if (found == parameters.end()) {
        std::vector<std::string> known;
        for (const ParameterDescription& parameter : parameters) known.push_back(parameter.name);
        return fail(error(where, known.empty() ? "this model has no parameters"
                                               : "the model has no parameter '" + name + "'" +
                                                     didYouMean(name, known)));
    }
    found->value = Scalar();
    found->value.text = assignment.substr(equals + 1);
    return {};
}

}  // namespace

std::string shownName(const std::string& file) { return file == "-" ? "standard input" : file; }

std::shared_ptr<const Model> loadModel(const std::string& file,
                                       const std::vector<std::string>& parameters) {
    Diagnostics warnings;
    auto description = readModelFile(file, &warnings);
    if (!description) {
        print(description.error(), shownName(file));
        return nullptr;
    }
    for (const std::string& assignment : parameters) {
        if (const auto set = setParameter(*description, assignment); !set) {
            print(set.error());
            return nullptr;
        }
    }
    auto model = buildModel(std::move(*description), &warnings);
    print(warnings, shownName(file));
    if (!model) {
        print(model.error(), shownName(file));
        return nullptr;
    }
    return *model;
}

}  // namespace momentree::cli
