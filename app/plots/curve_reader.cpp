// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_reader.hpp"

#include <qcustomplot.h>

#include <cmath>

#include "app/base/value_text.hpp"
#include "app/plots/curve_chart.hpp"
#include "app/plots/plot_overlay.hpp"

namespace momentree::app {

CurveReader::CurveReader(QCustomPlot& canvas, CurveChart& chart, PlotOverlay& overlay,
                         QWidget* plot)
    : QObject(plot), canvas_(canvas), chart_(chart), overlay_(overlay), plot_(*plot) {}

std::optional<CurveValues> CurveReader::at(double x) const {
    const QRect area = canvas_.axisRect()->rect();
    const std::optional<std::size_t> leading = chart_.leadingRun();
    if (!leading || x < area.left() || x > area.right() + 1) return std::nullopt;
    const CurveRows& rows = chart_.rows();
    CurveValues read;
    read.row = rows.nearestRow(*leading, canvas_.xAxis->pixelToCoord(x));
    read.time = rows.times(*leading)[read.row];
    for (const CurveChart::Shown& curve : chart_.shown()) {
        const double value = chart_.valueAt(curve.run, curve.series, read.time);
        read.values.push_back(std::abs(value) < rows.floor(curve.run, curve.series) ? 0.0 : value);
    }
    return read;
}

void CurveReader::hover(const QPointF& position) {
    mouseAt_ = position;
    const std::optional<CurveValues> read = at(position.x());
    if (!read || !canvas_.axisRect()->rect().contains(position.toPoint())) {
        overlay_.setReadOut(std::nullopt);
        return emit timeHovered(std::nullopt);
    }
    ReadOutBox box = boxOf(*read);
    box.title =
        QStringLiteral("t = %1 s").arg(valueText(read->time, chart_.timeRange().span() / 10.0));
    box.beside = chart_.isValued();
    if (box.beside) chart_.showValues(read->values);
    overlay_.setReadOut(std::move(box));
    emit timeHovered(read->time);
}

void CurveReader::leave() {
    mouseAt_.reset();
    overlay_.setReadOut(std::nullopt);
    showValues();
    emit timeHovered(std::nullopt);
}

void CurveReader::setCrosshair(std::optional<double> seconds) {
    crosshair_ = seconds;
    if (mouseAt_) return;
    std::optional<CurveValues> read;
    if (seconds) read = at(canvas_.xAxis->coordToPixel(*seconds));
    overlay_.setReadOut(read ? std::optional(boxOf(*read)) : std::nullopt);
}

void CurveReader::setShownTime(double seconds) {
    shown_ = seconds;
    showValues();
}

void CurveReader::showValues() {
    if (mouseAt_ || !shown_ || !plot_.isVisible()) return;
    const ThemeColors& colors = themeColors(isDark(plot_.palette()));
    const CurveRows& rows = chart_.rows();
    std::vector<double> values;
    std::vector<PlotOverlay::Mark> marks;
    for (const CurveChart::Shown& curve : chart_.shown()) {
        const double value = chart_.valueAt(curve.run, curve.series, *shown_);
        values.push_back(std::abs(value) < rows.floor(curve.run, curve.series) ? 0.0 : value);
        marks.push_back({values.back(), chart_.style(curve, colors).colour});
    }
    chart_.showValues(values);
    overlay_.setMarks(std::move(marks));
}

void CurveReader::readAgain() {
    if (mouseAt_) hover(*mouseAt_);
    if (crosshair_) setCrosshair(crosshair_);
    showValues();
}

ReadOutBox CurveReader::boxOf(const CurveValues& read) const {
    const ThemeColors& colors = themeColors(isDark(plot_.palette()));
    const ChartSettings& settings = chart_.settings();
    ReadOutBox box;
    box.time = read.time;
    const double span = settings.log ? 0.0 : chart_.valueRange().span();
    std::size_t next = 0;
    for (const CurveChart::Shown& curve : chart_.shown()) {
        const PlotSeries& series = settings.series[curve.series];
        const double value = read.values[next++];
        const QString text = valueText(value, span);
        box.lines.push_back({chart_.name(curve),
                             series.unit.isEmpty() ? text : text + QLatin1Char(' ') + series.unit,
                             chart_.style(curve, colors),
                             std::isfinite(value) ? std::optional(value) : std::nullopt});
    }
    return box;
}

}  // namespace momentree::app
