// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// Fills `value` of every Scalar whose `text` is not empty, parameters first (they may depend on
/// each other in any order). Every value must come out finite. Errors name the element, its line
/// and, for parameters that need each other, the whole cycle.
Result<void> evaluate(ModelDescription& description);

/// Gives a parameter another value, which is not evaluated yet. Refuses unknown names with the
/// nearest one that there is.
Result<void> giveParameter(ModelDescription& description, const std::string& name,
                           const Scalar& value);

/// Replaces the value of an existing parameter by a number or an expression ("0.3", "12 cm",
/// "2*L1"). Refuses unknown names and what does not evaluate; the description is then unchanged.
Result<void> setParameter(ModelDescription& description, const std::string& name,
                          const std::string& text);

}  // namespace momentree
