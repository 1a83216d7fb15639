// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curves_csv.hpp"

#include <algorithm>
#include <limits>

#include "app/base/value_text.hpp"
#include "app/plots/plot_export.hpp"

namespace momentree::app {
namespace {

QString columnName(const CurveChart& chart, CurveChart::Shown curve) {
    const PlotSeries& series = chart.settings().series[curve.series];
    const std::vector<PlotSource>& runs = chart.runs();
    const std::string& column = runs[0].layout.names()[static_cast<std::size_t>(series.column)];
    QString name = QString::fromStdString(column);
    if (series.fromStart) name += QStringLiteral(".error");
    if (chart.settings().minus) name += QStringLiteral(".difference");
    if (runs.size() > 1) name = runs[curve.run].name + QLatin1Char('.') + name;
    return columnHead(name, series.recordedUnit.isEmpty() ? series.unit : series.recordedUnit);
}

/// The content of the chart in recorded units.
CurveRows recordedRows(const CurveChart& chart) {
    const ChartSettings& settings = chart.settings();
    std::vector<PlotSeries> series = settings.series;
    for (PlotSeries& one : series) one.scale = 1.0;
    CurveRows rows;
    rows.set(chart.runs(), series, settings.minus, settings.minus && settings.log);
    rows.pull();
    return rows;
}

/// Times of all rows of the visible runs, each once.
std::vector<double> allTimes(const CurveChart& chart, const CurveRows& rows) {
    std::vector<double> all;
    std::size_t before = chart.runs().size();
    for (const CurveChart::Shown& curve : chart.shown()) {
        if (curve.run == before) continue;
        before = curve.run;
        const std::vector<double>& times = rows.times(curve.run);
        std::vector<double> merged;
        merged.reserve(all.size() + times.size());
        std::set_union(all.begin(), all.end(), times.begin(), times.end(),
                       std::back_inserter(merged));
        all = std::move(merged);
    }
    return all;
}

double valueAt(const CurveRows& rows, CurveChart::Shown curve, double time) {
    const std::vector<double>& times = rows.times(curve.run);
    const auto found = std::lower_bound(times.begin(), times.end(), time);
    if (found == times.end() || *found != time) return std::numeric_limits<double>::quiet_NaN();
    return rows.at(curve.run, curve.series, static_cast<std::size_t>(found - times.begin()));
}

}  // namespace

QByteArray curvesCsv(const CurveChart& chart) {
    const std::vector<CurveChart::Shown> shown = chart.shown();
    const ValueRange range = chart.timeRange();
    const CurveRows rows = recordedRows(chart);
    QByteArray text = "time [s]";
    for (const CurveChart::Shown& curve : shown) text += ',' + csvField(columnName(chart, curve));
    text += "\r\n";
    for (const double time : allTimes(chart, rows)) {
        if (time < range.lower || time > range.upper) continue;
        text += exactNumber(time);
        for (const CurveChart::Shown& curve : shown)
            text += ',' + exactNumber(valueAt(rows, curve, time));
        text += "\r\n";
    }
    return text;
}

}  // namespace momentree::app
