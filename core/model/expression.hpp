// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <vector>

#include "core/message.hpp"

namespace momentree {

/// An expression checked and freed of units, ready for muParser: "2*L + 5 mm" is "2*L+0.005".
struct Expression {
    std::string text;
    std::vector<std::string> names;  ///< parameters it uses, each once
};

using ParameterNames = std::unordered_set<std::string>;

/// Checks `source` and resolves units. Directly after a value (number, name or closing parenthesis)
/// a name is a unit and belongs to that value alone: "6 cm / 2 cm" is 3; units combine by *, / and
/// ^ ("N*m/rad", "m/s^2"). Elsewhere a name is a parameter, pi or a function. At most 1000
/// characters, 50 levels of parentheses.
tl::expected<Expression, Message> compileExpression(std::string_view source,
                                                    const ParameterNames& parameters);

/// Why `name` cannot name a parameter; nothing if it can.
std::optional<Message> parameterNameProblem(std::string_view name);

}  // namespace momentree
