// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/diagnostics/row_layout.hpp"

namespace momentree::render {

/// Takes the poses of a recorded row; a body whose numbers are not finite stays where it was.
void readPoses(const RowLayout& layout, std::span<const double> row, std::vector<Frame>& poses);

}  // namespace momentree::render
