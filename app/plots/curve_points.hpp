// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// The drawn points of a curve. A value of nan is a gap.
struct CurvePoints {
    struct Point {
        double time, value;
    };
    std::vector<Point> line;
    std::vector<double> zeros;  ///< log axes: times of zeros, one per pixel column at most
    bool flushed = false;       ///< some of the zeros are smaller than the floor, but not exactly 0
    bool negative = false;      ///< log axes: there are negative values, which are not drawn
};

/// Computes the points that draw `values` over `time` on `columns` pixels. There are at most four
/// per column: first, lowest, highest, last, so that no peak is lost when many samples share a
/// pixel; a smaller number of samples is passed on unchanged. Includes one sample on each side of
/// the range.
/// @param times ascending [s], as many as values
/// @param log zeros and negative values cannot be drawn
/// @param floor smaller values are zero
CurvePoints curvePoints(std::span<const double> times, const MinMaxPyramid& values, ValueRange time,
                        int columns, bool log, double floor = 0.0);

}  // namespace momentree::app
