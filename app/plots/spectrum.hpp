// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"

namespace momentree::app {

/// Amplitudes of the harmonics of a curve: a sine of amplitude a, far from the ends of the axis,
/// has a peak of height a, with an error of at most one per cent.
struct Spectrum {
    std::vector<double> frequencies;  ///< [Hz], from 0 to half the sampling rate
    std::vector<double> amplitudes;   ///< in the unit of the curve
    std::size_t samples = 0;
    double interval = 0.0;      ///< between samples [s]
    bool interpolated = false;  ///< the rows were not equally spaced
};

/// A fast Fourier transform with a Hann window, of the samples in a time span minus their mean,
/// padded with zeros to at least four times their number. Unequally spaced rows are interpolated.
/// Empty with fewer than 8 samples or with gaps.
Spectrum spectrum(std::span<const double> times, const MinMaxPyramid& values, ValueRange time);

}  // namespace momentree::app
