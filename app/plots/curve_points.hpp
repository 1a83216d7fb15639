// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// What is drawn of one curve. A value of nan is a gap.
struct CurvePoints {
    struct Point {
        double time, value;
    };
    std::vector<Point> line;
    std::vector<double> zeros;  ///< log axes: times of exact zeros, one per pixel column at most
    bool negative = false;      ///< log axes: values below zero were left out
};

/// The points that draw `values` over `time` on `columns` pixels. At most four per column: first,
/// lowest, highest, last, so that no peak is lost however many samples share a pixel; fewer samples
/// are passed on as they are. One sample on either side of the range is included.
/// @param times ascending [s], as many as values; @param log zeros and negative values cannot be
/// drawn
CurvePoints curvePoints(std::span<const double> times, const MinMaxPyramid& values, ValueRange time,
                        int columns, bool log);

}  // namespace momentree::app
