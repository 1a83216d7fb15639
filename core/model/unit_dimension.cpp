// SPDX-License-Identifier: Apache-2.0
#include "core/model/unit_dimension.hpp"

#include "core/model/expression.hpp"

namespace momentree {

std::optional<Dimension> dimensionOfUnit(const std::string& unit) {
    if (unit.empty()) return std::nullopt;
    const auto expression = compileExpression("1 " + unit, {});
    if (!expression) return std::nullopt;
    const auto found = dimensionOf(*expression, [](const auto&) { return DimensionedValue{}; });
    return found ? found->dimension : std::nullopt;
}

}  // namespace momentree
