// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a chart as drawn, and their running maximum.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/plots/curve_chart.hpp"

namespace momentree::app {

/// The points reduced to pixels contain the largest value of each pixel column, so that the largest
/// so far follows from them and from the rows before.
void CurveChart::drawLargest(Shown curve, QVector<QCPGraphData> points) {
    line(curve).behind->data()->set(points, true);
    if (points.isEmpty()) return;
    double largest = rows_
                         .extremes(curve.run, curve.series,
                                   {-std::numeric_limits<double>::infinity(), points.front().key})
                         .high;
    for (QCPGraphData& point : points) {
        if (std::isfinite(point.value)) largest = std::max(largest, point.value);
        const bool shown = std::isfinite(largest) && (!settings_.log || largest > 0.0);
        point.value = shown ? largest : std::numeric_limits<double>::quiet_NaN();
    }
    line(curve).line->data()->set(points, true);
}

std::vector<std::pair<double, double>> CurveChart::drawn(Shown curve) const {
    const Line& line = lines_[curve.run * settings_.series.size() + curve.series];
    std::vector<std::pair<double, double>> points;
    for (const QCPGraphData& point : *line.line->data())
        points.emplace_back(point.key, point.value);
    return points;
}

double CurveChart::valueAt(std::size_t run, std::size_t series, double time) const {
    const double value = rows_.interpolated(run, series, time);
    if (!settings_.largestSoFar || std::isnan(value)) return value;
    const Extremes before =
        rows_.extremes(run, series, {-std::numeric_limits<double>::infinity(), time});
    return before.empty() ? value : std::max(value, before.high);
}

}  // namespace momentree::app
