// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/model/description.hpp"
#include "core/model/dimension.hpp"
#include "core/result.hpp"

namespace momentree {

/// Sets `value` of every Scalar with a `text`, parameters first (they may depend on each other in
/// any order). Values must be finite and, if they have units, in those of their place. Errors give
/// the element, its line and, for circular parameters, the whole cycle.
Result<void> evaluate(ModelDescription& description);
/// Parameters only.
Result<void> evaluateParameters(ModelDescription& description);
/// Evaluates parameter `k` and returns what it measures, nothing if that is not known.
std::optional<Dimension> dimensionOfParameter(ModelDescription& description, std::size_t k);
/// "found kg, expected m"
Message unitMismatch(const Dimension& found, const Dimension& expected);

/// Sets the text of an existing parameter without evaluating it. An unknown name is an error that
/// suggests the nearest known one, and so is a unit that does not fit the parameter's.
Result<void> giveParameter(ModelDescription& description, const std::string& name,
                           const Scalar& value);

/// Sets an existing parameter to a number or an expression ("0.3", "12 cm", "2*L1"). On an error
/// (unknown name, no valid expression) the description is unchanged.
Result<void> setParameter(ModelDescription& description, const std::string& name,
                          const std::string& text);

}  // namespace momentree
