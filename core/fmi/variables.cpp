// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/variables.hpp"

#include <unordered_set>

#include "core/diagnostics/column_units.hpp"
#include "core/io/sha256.hpp"
#include "core/math/index.hpp"
#include "core/model/expression.hpp"

namespace momentree::fmi {
namespace {

/// Whether the value of a parameter is an expression of others.
bool dependsOnOthers(const ParameterDescription& parameter, const ParameterNames& names) {
    const auto expression = compileExpression(parameter.value.text, names);
    return !parameter.value.text.empty() && expression && !expression->names.empty();
}

/// Collects variables and gives each a name of its own.
struct Collected {
    std::vector<Variable> all = {};
    std::unordered_set<std::string> taken = {};

    void add(Variable variable, const char* prefix) {
        while (!taken.insert(variable.name).second) variable.name = prefix + variable.name;
        all.push_back(std::move(variable));
    }
};

/// The columns of a recorded row: probes are outputs, and inputs are inputs.
void addColumns(const Model& model, const RowLayout& layout, Collected& to) {
    const std::vector<std::string> units = columnUnits(model, layout);
    std::unordered_set<std::string> repeated;
    for (int p = 0; p < layout.probeCount(); ++p)
        if (layout.repeats(p)) repeated.insert(model.probes[toIndex(p)].what.column);
    for (int column = 1; column < layout.probe(0); ++column) {
        const std::string& name = layout.names()[toIndex(column)];
        to.add({repeated.contains(name) ? Role::Output : Role::Local, name, units[toIndex(column)],
                column},
               "column.");
    }
    for (int p = 0; p < layout.probeCount(); ++p) {
        if (layout.repeats(p)) continue;
        const Probe& probe = model.probes[toIndex(p)];
        const int column = layout.probe(p);
        Variable variable{Role::Output, probe.what.column, units[toIndex(column)], column};
        if (probe.input >= 0) {
            variable.role = Role::Input;
            variable.index = probe.input;
            variable.start = probe.what.value.value;
        }
        to.add(std::move(variable), "probe.");
    }
}

void addParameters(const Model& model, Collected& to) {
    ParameterNames names;
    for (const ParameterDescription& p : model.description.parameters) names.insert(p.name);
    int index = 0;
    for (const ParameterDescription& p : model.description.parameters) {
        Variable variable{Role::Parameter, p.name, "", index++, p.value.value};
        if (dependsOnOthers(p, names)) {
            variable.role = Role::Calculated;
        } else {
            variable.minimum = p.minimum;
            variable.maximum = p.maximum;
        }
        to.add(std::move(variable), "parameter.");
    }
}

}  // namespace

std::string tokenOf(const std::string& modelText) { return "{" + sha256(modelText) + "}"; }

std::vector<Variable> variablesOf(const Model& model, const RowLayout& layout, int states) {
    Collected found;
    found.add({Role::Time, "time", "s"}, "");
    addColumns(model, layout, found);
    addParameters(model, found);
    for (int k = 0; k < states; ++k)
        found.add({Role::State, "state " + std::to_string(k + 1), "", k}, "solver.");
    for (int k = 0; k < states; ++k)
        found.add({Role::Derivative, "der(state " + std::to_string(k + 1) + ")", "", k}, "solver.");
    return std::move(found.all);
}

}  // namespace momentree::fmi
