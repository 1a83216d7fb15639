// SPDX-License-Identifier: Apache-2.0
// The variables of a model as a functional mock-up unit (FMI 2.0 and 3.0), and their XML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree::fmi {

enum class Role : std::uint8_t {
    Time,
    Output,      ///< a probe
    Local,       ///< another column of a recorded row
    Input,       ///< a probe of quantity "input"
    Parameter,   ///< of the model, with a value of its own
    Calculated,  ///< a parameter that depends on others
    State,       ///< an entry of y
    Derivative   ///< an entry of dy/dt
};

/// A variable. Its value reference is its position in the list, from 0.
struct Variable {
    Role role = Role::Local;
    std::string name;  ///< different for each variable
    std::string unit;  ///< see `columnUnits`
    int index = 0;     ///< of the column, input, parameter or state
    double start = 0.0;
    std::optional<double> minimum = {}, maximum = {};
};

/// Time, the columns of a row without the repeated ones, parameters and, for model exchange,
/// `states` states and their derivatives.
std::vector<Variable> variablesOf(const Model& model, const RowLayout& layout, int states);

/// What the description of a unit says besides its variables.
struct UnitFacts {
    int version = 3;    ///< of FMI, 2 or 3
    std::string name;   ///< of the model
    std::string text;   ///< description
    std::string id;     ///< of the binary, an identifier of C
    std::string token;  ///< of instantiation
    std::string tool;   ///< "Momentree 0.1.0"
    bool modelExchange = true;
    double step = 0.0, interval = 0.0, stop = 0.0;  ///< internal, of communication, at the end [s]
    double tolerance = 0.0;                         ///< relative
};
/// The text of modelDescription.xml.
std::string descriptionText(const UnitFacts& facts, const std::vector<Variable>& variables);

/// What binds a description to the model beside it: the SHA-256 of the model's text.
std::string tokenOf(const std::string& modelText);

/// Where a unit keeps its model, below its folder of resources.
inline constexpr const char* modelFile = "model.momentree.json";

// Folders of the binaries of this machine.
#if defined(_WIN32)
inline constexpr const char *fmi3Platform = "x86_64-windows", *fmi2Platform = "win64";
#elif defined(__x86_64__)
inline constexpr const char *fmi3Platform = "x86_64-linux", *fmi2Platform = "linux64";
#elif defined(__aarch64__)
inline constexpr const char *fmi3Platform = "aarch64-linux", *fmi2Platform = "aarch64-linux";
#else
inline constexpr const char *fmi3Platform = "x86-linux", *fmi2Platform = "linux32";
#endif

}  // namespace momentree::fmi
