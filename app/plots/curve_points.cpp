// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace momentree::app {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t pointsPerColumn = 4;

/// Collects points that the axis can show.
class Collector {
public:
    Collector(CurvePoints& out, bool log, double floor) : out_(out), log_(log), floor_(floor) {}

    void sample(double time, double value) {
        value = flushed(value);
        if (log_ && value == 0.0) out_.zeros.push_back(time);
        if (log_ && value < 0.0) out_.negative = true;
        const bool shown = std::isfinite(value) && (!log_ || value > 0.0);
        out_.line.push_back({time, shown ? value : gap});
    }

    /// Many samples in one pixel column.
    void column(std::span<const double> times, const MinMaxPyramid& values, std::size_t first,
                std::size_t last) {
        const Extremes exact = values.extremes(first, last), all = exact.flushed(floor_);
        out_.flushed = out_.flushed || exact.lowPositive < floor_;
        const double middle = 0.5 * (times[first] + times[last - 1]);
        if (log_ && all.zero) out_.zeros.push_back(middle);
        if (log_ && !all.empty() && all.low < 0.0) out_.negative = true;
        const double low = log_ ? all.lowPositive : all.low;
        if (!(low <= all.high) || (log_ && all.high <= 0.0))
            return out_.line.push_back({middle, gap});
        line(times[first], values[first]);
        const bool falling = values[first] > values[last - 1];
        out_.line.push_back({middle, falling ? all.high : low});
        out_.line.push_back({middle, falling ? low : all.high});
        line(times[last - 1], values[last - 1]);
    }

private:
    double flushed(double value) {
        if (value == 0.0 || !(std::abs(value) < floor_)) return value;
        out_.flushed = true;
        return 0.0;
    }
    void line(double time, double value) {
        value = flushed(value);
        const bool shown = std::isfinite(value) && (!log_ || value > 0.0);
        out_.line.push_back({time, shown ? value : gap});
    }
    CurvePoints& out_;
    bool log_;
    double floor_;
};

}  // namespace

CurvePoints curvePoints(std::span<const double> times, const MinMaxPyramid& values, ValueRange time,
                        int columns, bool log, double floor) {
    CurvePoints points;
    Collector collect(points, log, floor);
    const auto indexOf = [&](auto at) { return static_cast<std::size_t>(at - times.begin()); };
    std::size_t first = indexOf(std::lower_bound(times.begin(), times.end(), time.lower));
    std::size_t last = indexOf(std::upper_bound(times.begin(), times.end(), time.upper));
    if (first > 0) --first;
    if (last < times.size()) ++last;
    const auto width = static_cast<std::size_t>(std::max(columns, 1));
    if (last - first <= pointsPerColumn * width) {
        for (std::size_t i = first; i < last; ++i) collect.sample(times[i], values[i]);
        return points;
    }
    points.line.reserve(pointsPerColumn * (width + 2));
    std::size_t begin = first;
    for (std::size_t c = 0; c <= width && begin < last; ++c) {
        const double edge =
            time.lower + time.span() * static_cast<double>(c) / static_cast<double>(width);
        const auto from = times.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = times.begin() + static_cast<std::ptrdiff_t>(last);
        const std::size_t end = c == width ? last : indexOf(std::lower_bound(from, to, edge));
        if (end > begin) collect.column(times, values, begin, end);
        begin = end;
    }
    return points;
}

}  // namespace momentree::app
