// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// Statistics of a curve over a time span. Means are weighted with time, so that unequal steps do
/// not matter. Everything except the extremes is exact for the straight lines between samples.
struct CurveStatistics {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double low = none, high = none;
    double mean = none;
    double rms = none;        ///< root mean square
    double deviation = none;  ///< standard deviation: root mean square about the mean
    double integral = none;   ///< over time, value * s
};

/// @param times ascending [s], as many as values
/// @param time parts beyond the samples are ignored, as are gaps (nan). With fewer than two samples
/// all results are nan.
CurveStatistics curveStatistics(std::span<const double> times, const MinMaxPyramid& values,
                                ValueRange time);

}  // namespace momentree::app
