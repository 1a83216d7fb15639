// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <vector>

#include "core/message.hpp"
#include "core/model/dimension.hpp"

namespace momentree {

struct ExpressionToken {
    enum class Kind { Number, Name, Function, Unit, Symbol };
    Kind kind = Kind::Number;
    std::string text = {};  ///< of a name, function or symbol
    double value = 0.0;     ///< of a number; of a unit in SI units
    Dimension unit = {};
};

/// A checked expression with units resolved, ready for muParser: "2*L + 5 mm" becomes "2*L+0.005".
struct Expression {
    std::string text;
    std::vector<std::string> names;  ///< parameters in use, each once
    std::vector<ExpressionToken> tokens;
};

using ParameterNames = std::unordered_set<std::string>;

/// Checks `source` and resolves units. A name directly after a value (number, name or closing
/// parenthesis) is a unit of that value: "6 cm / 2 cm" is 3. Units combine by *, / and ^
/// ("N*m/rad", "m/s^2"). Elsewhere a name is a parameter, pi or a function. At most 1000 characters
/// and 50 levels of parentheses.
tl::expected<Expression, Message> compileExpression(std::string_view source,
                                                    const ParameterNames& parameters);

/// A value and what it measures.
struct DimensionedValue {
    std::optional<Dimension> dimension;  ///< nothing if not known
    double value = 0.0;
    bool literal = false;  ///< made of plain numbers only
    bool partial = false;  ///< has a literal factor, which may stand for missing units: "0.6*L^2"

    bool fits(const Dimension& expected) const;
};
using ParameterLookup = std::function<DimensionedValue(const std::string& name)>;

/// What an expression measures, not known if that depends on a parameter without a unit. Summands
/// and arguments of min, max and atan2 must agree (a pure number agrees with everything), exponents
/// and arguments of other functions must be pure numbers or angles.
/// @param factors whether a literal factor stands for any unit that is missing in a sum or an
/// argument, as in "2 N + 3*t" or "sin(3*t)"
tl::expected<DimensionedValue, Message> dimensionOf(const Expression& expression,
                                                    const ParameterLookup& parameter,
                                                    bool factors = false);

/// Why `name` is not a valid parameter name, if so.
std::optional<Message> parameterNameProblem(std::string_view name);

}  // namespace momentree
