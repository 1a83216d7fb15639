// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree::render {

/// Reads the poses of a recorded row; a body whose numbers are not finite keeps its pose.
void readPoses(const RowLayout& layout, std::span<const double> row, std::vector<Frame>& poses);

}  // namespace momentree::render
