// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree {

/// Units of all columns [layout.width()]: "s", "m", "rad/s", "N m", "kg m^2/s", ... SI, but
/// nanoseconds for phases. Empty where there is none, as of quaternions, or where parts have
/// different ones, as the drift of velocities.
std::vector<std::string> columnUnits(const Model& model, const RowLayout& layout);

}  // namespace momentree
