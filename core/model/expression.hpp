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

/// A checked expression with units resolved, ready for muParser: "2*L + 5 mm" becomes "2*L+0.005".
struct Expression {
    std::string text;
    std::vector<std::string> names;  ///< parameters in use, each once
};

using ParameterNames = std::unordered_set<std::string>;

/// Checks `source` and resolves units. A name directly after a value (number, name or closing
/// parenthesis) is a unit of that value: "6 cm / 2 cm" is 3. Units combine by *, / and ^
/// ("N*m/rad", "m/s^2"). Elsewhere a name is a parameter, pi or a function. At most 1000 characters
/// and 50 levels of parentheses.
tl::expected<Expression, Message> compileExpression(std::string_view source,
                                                    const ParameterNames& parameters);

/// Why `name` is not a valid parameter name, if so.
std::optional<Message> parameterNameProblem(std::string_view name);

}  // namespace momentree
