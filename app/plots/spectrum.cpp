// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace momentree::app {
namespace {

constexpr std::size_t fewest = 8;
/// A peak between two lines of the transform appears lower; with this padding by at most one per
/// cent.
constexpr std::size_t zeroPadding = 4;
constexpr double equalTo = 1e-6;  ///< relative: sample times contain accumulated rounding errors

bool equallySpaced(std::span<const double> times, double interval) {
    for (std::size_t i = 1; i < times.size(); ++i)
        if (std::abs(times[i] - times[i - 1] - interval) > equalTo * interval) return false;
    return true;
}

std::vector<double> interpolated(std::span<const double> times, const std::vector<double>& values,
                                 double interval) {
    std::vector<double> out;
    out.reserve(times.size());
    std::size_t next = 1;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double time = times.front() + interval * static_cast<double>(i);
        while (next + 1 < times.size() && times[next] < time) ++next;
        const double part = (time - times[next - 1]) / (times[next] - times[next - 1]);
        out.push_back(std::lerp(values[next - 1], values[next], std::min(part, 1.0)));
    }
    return out;
}

/// Multiplies by the window; returns its mean, which is the factor by which it lowers peaks.
double applyHann(std::vector<double>& values) {
    double sum = 0.0;
    const auto count = static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double phase = 2.0 * std::numbers::pi * static_cast<double>(i) / count;
        const double weight = 0.5 * (1.0 - std::cos(phase));
        values[i] *= weight;
        sum += weight;
    }
    return sum / count;
}

}  // namespace

Spectrum spectrum(std::span<const double> times, const MinMaxPyramid& values, ValueRange time) {
    const auto first = std::lower_bound(times.begin(), times.end(), time.lower) - times.begin();
    const auto last = std::upper_bound(times.begin(), times.end(), time.upper) - times.begin();
    if (last - first < static_cast<std::ptrdiff_t>(fewest)) return {};
    const auto span =
        times.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
    std::vector<double> samples;
    for (std::size_t i = 0; i < span.size(); ++i)
        samples.push_back(values[static_cast<std::size_t>(first) + i]);
    if (!std::ranges::all_of(samples, [](double v) { return std::isfinite(v); })) return {};

    Spectrum out;
    out.samples = samples.size();
    out.interval = (span.back() - span.front()) / static_cast<double>(span.size() - 1);
    out.interpolated = !equallySpaced(span, out.interval);
    if (out.interpolated) samples = interpolated(span, samples, out.interval);
    double mean = 0.0;
    for (const double value : samples) mean += value / static_cast<double>(samples.size());
    for (double& value : samples) value -= mean;
    const double gain = applyHann(samples) * static_cast<double>(out.samples);
    samples.resize(zeroPadding * std::bit_ceil(samples.size()), 0.0);

    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<std::complex<double>> harmonics;
    transform.fwd(harmonics, samples);
    const double step = 1.0 / (out.interval * static_cast<double>(samples.size()));
    for (std::size_t k = 0; k < harmonics.size(); ++k) {
        out.frequencies.push_back(step * static_cast<double>(k));
        out.amplitudes.push_back(2.0 * std::abs(harmonics[k]) / gain);
    }
    return out;
}

}  // namespace momentree::app
