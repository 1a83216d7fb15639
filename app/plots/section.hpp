// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"

namespace momentree::app {

enum class Crossing { Rising, Falling, Either };

/// A position between two rows: row + part, part in [0, 1).
struct RowPlace {
    std::size_t row = 0;
    double part = 0.0;
};

/// Finds where a column crosses a level, on the lines between its rows: the points of a Poincare
/// section. Rows on the level count once, and only if the column passes through it. Gaps (nan) are
/// not crossings.
std::vector<RowPlace> crossings(const MinMaxPyramid& values, double level, Crossing direction);

}  // namespace momentree::app
