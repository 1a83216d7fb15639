// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// Amplitudes of the harmonics of a curve: a sine of amplitude a, far from the ends of the axis,
/// shows a peak of height a, a hundredth too low at worst.
struct Spectrum {
    std::vector<double> frequencies;  ///< [Hz], from 0 to half the sampling rate
    std::vector<double> amplitudes;   ///< in the unit of the curve
    std::size_t samples = 0;
    double interval = 0.0;      ///< between samples [s]
    bool interpolated = false;  ///< the rows were not equally spaced
};

/// By a fast Fourier transform under a Hann window, of the samples in a span of time less their
/// mean, padded with zeros to at least four times as many. Unequally spaced rows are interpolated.
/// Empty with fewer than 8 samples or with gaps.
Spectrum spectrum(std::span<const double> times, const MinMaxPyramid& values, ValueRange time);

}  // namespace momentree::app
