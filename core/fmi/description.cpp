// SPDX-License-Identifier: Apache-2.0
// modelDescription.xml of FMI 2.0.4 and 3.0.2.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/fmi/variables.hpp"
#include "core/io/xml_writer.hpp"
#include "core/model/units.hpp"
#include "core/number_text.hpp"

namespace momentree::fmi {
namespace {

/// Exponents of a unit as `columnUnits` writes it, "kg m^2/s"; none if a part is unknown.
std::optional<Dimension> dimensionOfUnit(const std::string& unit) {
    Dimension found;
    double sign = 1.0;
    for (std::size_t at = 0; at < unit.size();) {
        const std::size_t end = std::min(unit.find_first_of(" /", at), unit.size());
        const std::string part = unit.substr(at, end - at);
        const std::size_t caret = part.find('^');
        const Unit* known = findUnit(part.substr(0, caret));
        if (known == nullptr || known->numerator != known->denominator) return std::nullopt;
        const double power = caret == std::string::npos ? 1.0 : part[caret + 1] - '0';
        found = found * known->dimension.power(sign * power);
        if (end < unit.size() && unit[end] == '/') sign = -1.0;
        at = end + 1;
    }
    return found;
}

void addUnits(XmlElement& root, const std::vector<Variable>& variables) {
    std::map<std::string, std::optional<Dimension>> units;
    for (const Variable& variable : variables)
        if (!variable.unit.empty()) units.emplace(variable.unit, dimensionOfUnit(variable.unit));
    XmlElement& list = addChild(root, "UnitDefinitions");
    for (const auto& [name, dimension] : units) {
        XmlElement& unit = addChild(list, "Unit");
        setText(unit, "name", name);
        if (!dimension) continue;
        XmlElement& base = addChild(unit, "BaseUnit");
        const auto exponent = [&](const char* symbol, double value) {
            if (value != 0.0) base.SetAttribute(symbol, static_cast<int>(value));
        };
        exponent("kg", dimension->kg);
        exponent("m", dimension->m);
        exponent("s", dimension->s);
        exponent("rad", dimension->rad);
    }
}

const char* causality(Role role) {
    switch (role) {
        case Role::Time:
            return "independent";
        case Role::Output:
            return "output";
        case Role::Input:
            return "input";
        case Role::Parameter:
            return "parameter";
        case Role::Calculated:
            return "calculatedParameter";
        case Role::Local:
        case Role::State:
        case Role::Derivative:
            break;
    }
    return "local";
}

bool isParameter(const Variable& v) {
    return v.role == Role::Parameter || v.role == Role::Calculated;
}
bool hasStart(const Variable& v) { return v.role == Role::Parameter || v.role == Role::Input; }

/// Unknown while a unit is initialised.
bool isInitialUnknown(const Variable& v) {
    return v.role == Role::Output || v.role == Role::Calculated || v.role == Role::State ||
           v.role == Role::Derivative;
}

/// @param states the position of the first state
void addVariable(XmlElement& list, const Variable& v, std::size_t reference, std::size_t states,
                 int version) {
    XmlElement& variable = addChild(list, version == 3 ? "Float64" : "ScalarVariable");
    setText(variable, "name", v.name);
    setText(variable, "valueReference", std::to_string(reference));
    setText(variable, "causality", causality(v.role));
    setText(variable, "variability", isParameter(v) ? "fixed" : "continuous");
    if (v.role == Role::Parameter) setText(variable, "initial", "exact");
    if (v.role != Role::Parameter && v.role != Role::Input && v.role != Role::Time)
        setText(variable, "initial", "calculated");
    XmlElement& type = version == 3 ? variable : addChild(variable, "Real");
    if (!v.unit.empty()) setText(type, "unit", v.unit);
    if (v.minimum) setText(type, "min", numberText(*v.minimum));
    if (v.maximum) setText(type, "max", numberText(*v.maximum));
    if (hasStart(v)) setText(type, "start", numberText(v.start));
    if (v.role == Role::Derivative)  // FMI 2 counts variables from 1
        setText(
            type, "derivative",
            std::to_string(states + static_cast<std::size_t>(v.index) + (version == 3 ? 0 : 1)));
}

void addStructure(XmlElement& root, const std::vector<Variable>& variables, int version) {
    XmlElement& structure = addChild(root, "ModelStructure");
    const auto list = [&](const char* group, const char* each, auto belongs) {
        XmlElement* parent = version == 3 ? &structure : nullptr;
        for (std::size_t k = 0; k < variables.size(); ++k) {
            if (!belongs(variables[k])) continue;
            if (parent == nullptr) parent = &addChild(structure, group);
            if (version == 3)
                setText(addChild(*parent, each), "valueReference", std::to_string(k));
            else
                setText(addChild(*parent, "Unknown"), "index", std::to_string(k + 1));
        }
    };
    list("Outputs", "Output", [](const Variable& v) { return v.role == Role::Output; });
    list("Derivatives", "ContinuousStateDerivative",
         [](const Variable& v) { return v.role == Role::Derivative; });
    list("InitialUnknowns", "InitialUnknown", isInitialUnknown);
}

void addInterfaces(XmlElement& root, const UnitFacts& facts) {
    if (facts.modelExchange) {
        XmlElement& exchange = addChild(root, "ModelExchange");
        setText(exchange, "modelIdentifier", facts.id);
        if (facts.version == 3) setText(exchange, "needsCompletedIntegratorStep", "true");
    }
    XmlElement& simulation = addChild(root, "CoSimulation");
    setText(simulation, "modelIdentifier", facts.id);
    setText(simulation, "canHandleVariableCommunicationStepSize", "true");
    if (facts.version == 3 && facts.step > 0.0)
        setText(simulation, "fixedInternalStepSize", numberText(facts.step));
}

}  // namespace

std::string descriptionText(const UnitFacts& facts, const std::vector<Variable>& variables) {
    tinyxml2::XMLDocument document;
    document.InsertEndChild(document.NewDeclaration());
    XmlElement& root = *document.NewElement("fmiModelDescription");
    document.InsertEndChild(&root);
    setText(root, "fmiVersion", facts.version == 3 ? "3.0" : "2.0");
    setText(root, "modelName", facts.name);
    setText(root, facts.version == 3 ? "instantiationToken" : "guid", facts.token);
    if (!facts.text.empty()) setText(root, "description", facts.text);
    setText(root, "generationTool", facts.tool);
    setText(root, "variableNamingConvention", "flat");
    addInterfaces(root, facts);
    addUnits(root, variables);
    XmlElement& logs = addChild(root, "LogCategories");
    setText(addChild(logs, "Category"), "name", "logStatusError");
    XmlElement& experiment = addChild(root, "DefaultExperiment");
    setText(experiment, "startTime", "0");
    if (std::isfinite(facts.stop)) setText(experiment, "stopTime", numberText(facts.stop));
    setText(experiment, "tolerance", numberText(facts.tolerance));
    setText(experiment, "stepSize", numberText(facts.interval));
    XmlElement& list = addChild(root, "ModelVariables");
    std::size_t states = 0;
    while (states < variables.size() && variables[states].role != Role::State) ++states;
    for (std::size_t k = 0; k < variables.size(); ++k)
        addVariable(list, variables[k], k, states, facts.version);
    addStructure(root, variables, facts.version);
    return printed(document);
}

}  // namespace momentree::fmi
