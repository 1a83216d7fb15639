// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// Figures of a curve over a span of time. Means are weighted with time, so that unequal steps do
/// not count twice; all but the extremes are exact for the lines drawn between the samples.
struct CurveStatistics {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double low = none, high = none;
    double mean = none;
    double rms = none;        ///< root of the mean square
    double deviation = none;  ///< standard: root of the mean square about the mean
    double integral = none;   ///< over time, value * s
};

/// @param times ascending [s], as many as values; @param time what lies beyond the samples is left
/// out, as are gaps (nan). Without two samples in reach every figure is nan.
CurveStatistics curveStatistics(std::span<const double> times, const MinMaxPyramid& values,
                                ValueRange time);

}  // namespace momentree::app
