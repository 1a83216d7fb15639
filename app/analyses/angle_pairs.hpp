// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/synthesis/function_generator.hpp"

namespace momentree::app {

/// Pairs of a function, such as "60*(x/90)^2" with x and the result in degrees.
/// @param from, to inputs [degrees]
/// Errors: no expression of x, a value that is not finite, an empty range.
Result<std::vector<AnglePair>> anglePairs(const std::string& function, double from, double to,
                                          int count);

}  // namespace momentree::app
