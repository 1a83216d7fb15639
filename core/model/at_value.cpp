// SPDX-License-Identifier: Apache-2.0
#include "core/model/at_value.hpp"

#include "core/number_text.hpp"

namespace momentree {

Diagnostics atValue(Diagnostics problems, const std::string& parameter, double value) {
    for (Diagnostic& problem : problems)
        problem.message = MOMENTREE_TEXT("over-value", "with %1 = %2: %3")(
            parameter, numberText(value, 6), problem.message);
    return problems;
}

}  // namespace momentree
