// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree {

/// Units of all columns [layout.width()]: "s", "m", "rad/s", "N m", "kg m^2/s", ... All are SI
/// except nanoseconds for phases. Empty for columns without a unit (quaternions) or with mixed ones
/// (drift of velocities).
std::vector<std::string> columnUnits(const Model& model, const RowLayout& layout);

}  // namespace momentree
