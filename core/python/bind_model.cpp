// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/diagnostics/column_units.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/model/evaluate.hpp"
#include "core/python/convert.hpp"

namespace momentree::python {
namespace {

/// Coordinates or speeds of a joint, as texts.
using Starts = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// What a caller changes in a description.
struct Changes {
    Pairs parameters;
    Starts q, u;
};

Scalar scalarOf(const std::string& text) {
    Scalar scalar;
    scalar.text = text;
    return scalar;
}

void changeStarts(ModelDescription& description, const Starts& starts,
                  std::vector<Scalar> JointStart::*part) {
    for (const auto& [joint, values] : starts) {
        if (std::ranges::find(description.joints, joint, &JointDescription::name) ==
            description.joints.end())
            raise({error(Place::joint(joint),
                         MOMENTREE_TEXT("start-joint-unknown",
                                        "is not in the model; a start needs an existing joint"))});
        auto& all = description.jointStarts;
        auto start = std::ranges::find(all, joint, &JointStart::joint);
        if (start == all.end()) start = all.insert(start, JointStart{joint, {}, {}, {}});
        std::vector<Scalar>& numbers = (*start).*part;
        numbers.clear();
        for (const std::string& value : values) numbers.push_back(scalarOf(value));
    }
}

LoadedModel built(ModelDescription description, const Changes& changes, const std::string& file,
                  Diagnostics warnings = {}) {
    for (const auto& [name, text] : changes.parameters)
        valueOf(giveParameter(description, name, scalarOf(text)));
    changeStarts(description, changes.q, &JointStart::q);
    changeStarts(description, changes.u, &JointStart::u);
    auto model = buildModel(std::move(description), &warnings);
    warn(warnings, file);
    return {valueOf(std::move(model), file), file};
}

LoadedModel readFile(const std::string& path, bool freeBase, const std::string& root,
                     const Changes& changes) {
    Diagnostics notes;
    auto description = readModelFile(path, &notes, {.freeBase = freeBase, .root = root});
    if (!description) warn(notes, path);
    return built(valueOf(std::move(description), path), changes, path, std::move(notes));
}

LoadedModel readText(const std::string& text, const std::string& name, bool freeBase,
                     const std::string& root, const Changes& changes) {
    Diagnostics notes;
    auto description = readModelText(text, name, &notes, {.freeBase = freeBase, .root = root});
    if (!description) warn(notes, name);
    return built(valueOf(std::move(description), name), changes, name, std::move(notes));
}

template <typename Elements>
std::vector<std::string> namesOf(const Elements& elements) {
    std::vector<std::string> names;
    for (const auto& element : elements) names.push_back(element.name);
    return names;
}

py::dict parametersOf(const LoadedModel& loaded) {
    py::dict values;
    for (const ParameterDescription& parameter : loaded.model->description.parameters)
        values[py::str(parameter.name)] = parameter.value.value;
    return values;
}

py::dict assemblyOf(const LoadedModel& loaded) {
    AssemblyReport report;
    valueOf(assemble(*loaded.model, &report), loaded.file);
    warn(report.warnings, loaded.file);
    py::dict facts;
    facts["degrees_of_freedom"] = report.degreesOfFreedom;
    facts["degrees_of_freedom_of_velocity"] = report.speedsOfFreedom;
    facts["redundant"] = report.redundant;
    facts["rank"] = report.rank;
    facts["start_rank"] = report.startRank;
    facts["exact"] = report.exact;
    facts["residual"] = report.residual;
    facts["gap"] = report.poseGap;
    return facts;
}

}  // namespace

void bindModel(py::module_& module) {
    py::class_<Changes>(module, "Changes").def(py::init([](Pairs parameters, Starts q, Starts u) {
        return Changes{std::move(parameters), std::move(q), std::move(u)};
    }));
    module.def("read_file", readFile);
    module.def("read_text", readText);
    py::class_<LoadedModel>(module, "Model")
        .def_property_readonly("name", [](const LoadedModel& m) { return m.model->name; })
        .def_property_readonly("title",
                               [](const LoadedModel& m) { return m.model->description.title; })
        .def_property_readonly("bodies",
                               [](const LoadedModel& m) { return namesOf(m.model->bodies); })
        .def_property_readonly("joints",
                               [](const LoadedModel& m) { return namesOf(m.model->joints); })
        .def_property_readonly("motions",
                               [](const LoadedModel& m) { return namesOf(m.model->motions); })
        .def_property_readonly("parameters", parametersOf)
        .def_property_readonly(
            "settings",
            [](const LoadedModel& m) { return toPython(specOf(catalogue(), *m.model, {})); })
        .def_property_readonly(
            "text", [](const LoadedModel& m) { return writeModelText(m.model->description); })
        .def("assembly", assemblyOf)
        .def("changed",
             [](const LoadedModel& m, const Changes& changes) {
                 return built(m.model->description, changes, m.file);
             })
        .def("save", [](const LoadedModel& m, const std::string& path) {
            valueOf(saveModelFile(m.model->description, path), path);
        });
}

}  // namespace momentree::python
