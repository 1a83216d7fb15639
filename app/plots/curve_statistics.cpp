// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::app {
namespace {

/// Sums over straight pieces. A shift close to the values is subtracted, since the variance of a
/// nearly constant curve would otherwise suffer from cancellation.
struct Sums {
    double shift = 0.0;
    double length = 0.0, first = 0.0, second = 0.0;  ///< integrals of 1, v - shift, its square
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void piece(double width, double begin, double end) {
        const double a = begin - shift, b = end - shift;
        length += width;
        first += 0.5 * width * (a + b);
        second += width * (a * a + a * b + b * b) / 3.0;
        low = std::min({low, begin, end});
        high = std::max({high, begin, end});
    }
};

}  // namespace

CurveStatistics curveStatistics(std::span<const double> times, const MinMaxPyramid& values,
                                ValueRange time) {
    const auto after = std::upper_bound(times.begin(), times.end(), time.lower);
    auto row = static_cast<std::size_t>(after - times.begin());
    row = std::max<std::size_t>(row, 1);
    Sums sums;
    for (; row < times.size() && times[row - 1] < time.upper; ++row) {
        const double width = times[row] - times[row - 1];
        const double begin = values[row - 1], end = values[row];
        if (!std::isfinite(begin) || !std::isfinite(end) || !(width > 0.0)) continue;
        if (!(sums.length > 0.0)) sums.shift = begin;
        const double from = std::max(time.lower, times[row - 1]) - times[row - 1];
        const double to = std::min(time.upper, times[row]) - times[row - 1];
        sums.piece(to - from, std::lerp(begin, end, from / width),
                   std::lerp(begin, end, to / width));
    }
    if (!(sums.length > 0.0)) return {};
    const double offset = sums.first / sums.length, square = sums.second / sums.length;
    CurveStatistics out;
    out.low = sums.low;
    out.high = sums.high;
    out.mean = sums.shift + offset;
    out.deviation = std::sqrt(std::max(square - offset * offset, 0.0));
    out.rms = std::hypot(out.mean, out.deviation);
    out.integral = out.mean * sums.length;
    return out;
}

}  // namespace momentree::app
