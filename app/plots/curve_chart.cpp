// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_chart.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "app/plots/axis_range.hpp"
#include "app/plots/curve_points.hpp"
#include "app/plots/plot_style.hpp"

namespace momentree::app {
namespace {

/// Where the marks of exact zeros sit on a log axis: just above its lower end, as part of its
/// length.
constexpr double zeroMark = 0.012;

QCPItemText* makeText(QCustomPlot* plot, Qt::Alignment alignment, QPointF position) {
    auto* text = new QCPItemText(plot);
    text->setFont(plotFont());
    text->setPositionAlignment(alignment);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(position);
    text->setPadding(QMargins(6, 3, 6, 3));
    text->setVisible(false);
    return text;
}

QVector<QCPGraphData> graphData(const std::vector<CurvePoints::Point>& points) {
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const auto& point : points) data.append(QCPGraphData(point.time, point.value));
    return data;
}

}  // namespace

CurveChart::CurveChart(QCustomPlot* plot) : plot_(plot), colors_(&themeColors()) {
    preparePlot(*plot);
    emptyText_ = makeText(plot, Qt::AlignCenter, {0.5, 0.5});
    note_ = makeText(plot, Qt::AlignRight | Qt::AlignBottom, {1.0, 0.97});
    referenceLine_ = new QCPItemStraightLine(plot);
    referenceLine_->setVisible(false);
    referenceText_ = makeText(plot, Qt::AlignLeft | Qt::AlignBottom, {0.0, 0.0});
    referenceText_->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    referenceText_->position->setTypeY(QCPItemPosition::ptPlotCoords);
    for (QCPItemText* text : {note_, referenceText_}) text->setLayer(QStringLiteral("overlay"));
    setColors(themeColors());
    // The width in pixels is known only after the layout of each replot.
    connect(plot, &QCustomPlot::afterLayout, this, &CurveChart::fillGraphs);
}

void CurveChart::setRecording(std::shared_ptr<const Recording> recording) {
    recording_ = std::move(recording);
    times_.clear();
    for (Curve& curve : curves_) curve.values.clear();
    fitAfresh();
}

void CurveChart::setSettings(ChartSettings settings) {
    settings_ = std::move(settings);
    setAxisScale(*plot_->yAxis, settings_.log);
    plot_->yAxis->setLabel(settings_.valueLabel);
    makeGraphs();
    setRecording(recording_);
}

void CurveChart::setVisible(int series, bool visible) {
    settings_.series[static_cast<std::size_t>(series)].visible = visible;
    autoValue_ = {};
}

void CurveChart::setLog(bool log) {
    settings_.log = log;
    settings_.value.reset();
    setAxisScale(*plot_->yAxis, log);
    autoValue_ = {};
}

void CurveChart::setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value) {
    if (!value && settings_.value) autoValue_ = {};
    settings_.time = time;
    settings_.value = value;
}

void CurveChart::setDuration(double seconds) { settings_.duration = seconds; }

void CurveChart::setEmptyText(const QString& text) { settings_.emptyText = text; }

void CurveChart::setColors(const ThemeColors& colors) {
    colors_ = &colors;
    colourPlot(*plot_, colors);
    for (QCPItemText* text : {emptyText_, note_, referenceText_}) text->setColor(colors.mutedText);
    QColor ground = colors.background;
    ground.setAlpha(210);
    for (QCPItemText* text : {note_, referenceText_}) text->setBrush(ground);
    referenceLine_->setPen(QPen(colors.axis, 1.0, Qt::DotLine));
    styleCurves();
}

void CurveChart::makeGraphs() {
    plot_->clearGraphs();
    curves_.clear();
    curves_.resize(settings_.series.size());
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        Curve& curve = curves_[i];
        curve.zeros = plot_->addGraph();
        curve.zeros->setLineStyle(QCPGraph::lsNone);
        curve.zeros->removeFromLegend();
        curve.line = plot_->addGraph();
        curve.line->setName(settings_.series[i].name);
        for (QCPGraph* graph : {curve.zeros, curve.line}) {
            graph->setAdaptiveSampling(false);
            graph->setSelectable(QCP::stNone);
        }
    }
    styleCurves();
}

void CurveChart::styleCurves() {
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        const SeriesStyle style = colors_->style(settings_.series[i].style);
        curves_[i].line->setPen(style.pen());
        curves_[i].zeros->setScatterStyle(QCPScatterStyle(
            QCPScatterStyle::ssDisc, QPen(style.colour, 1.0), QBrush(style.colour), 4.0));
    }
}

bool CurveChart::pull() {
    const std::size_t count = recording_ ? recording_->size() : 0;
    if (count == times_.size()) return false;
    for (std::size_t row = times_.size(); row < count; ++row) {
        const std::span<const double> values = recording_->row(row);
        times_.push_back(values[0]);
        for (std::size_t i = 0; i < curves_.size(); ++i) {
            const auto column = static_cast<std::size_t>(settings_.series[i].column);
            const double start = settings_.series[i].fromStart ? recording_->row(0)[column] : 0.0;
            curves_[i].values.append(values[column] - start);
        }
    }
    return true;
}

Extremes CurveChart::extremesIn(ValueRange time) const {
    const auto first = std::lower_bound(times_.begin(), times_.end(), time.lower);
    const auto last = std::upper_bound(times_.begin(), times_.end(), time.upper);
    Extremes all;
    for (std::size_t i = 0; i < curves_.size(); ++i)
        if (settings_.series[i].visible && first < last)
            all.add(curves_[i].values.extremes(static_cast<std::size_t>(first - times_.begin()),
                                               static_cast<std::size_t>(last - times_.begin())));
    return all;
}

void CurveChart::update() {
    const double start = times_.empty() ? 0.0 : times_.front();
    const double last = times_.empty() ? 0.0 : times_.back();
    autoTime_ = {start,
                 timeEnd(last, autoTime_.empty() ? 0.0 : autoTime_.upper, settings_.duration)};
    const ValueRange time = settings_.time.value_or(autoTime_);
    const Extremes shown = extremesIn(time);
    const ValueRange fitted =
        settings_.log ? logRange(shown, autoValue_) : linearRange(shown, autoValue_);
    // A range made up for want of values must not hold on when they come.
    autoValue_ = shown.empty() ? ValueRange{} : fitted;
    const ValueRange value = settings_.value.value_or(fitted);
    plot_->xAxis->setRange(time.lower, time.upper);
    plot_->yAxis->setRange(value.lower, value.upper);
    fitTickCounts(*plot_);
    updateTexts(shown);
}

void CurveChart::updateTexts(const Extremes& shown) {
    emptyText_->setText(settings_.emptyText);
    emptyText_->setVisible(shown.empty() && !settings_.emptyText.isEmpty());
    const ValueRange value = valueRange();
    const bool reference = settings_.reference && !shown.empty() &&
                           *settings_.reference > value.lower && *settings_.reference < value.upper;
    referenceLine_->setVisible(reference);
    referenceText_->setVisible(reference);
    if (!reference) return;
    referenceLine_->point1->setCoords(0.0, *settings_.reference);
    referenceLine_->point2->setCoords(1.0, *settings_.reference);
    referenceText_->setText(settings_.referenceText);
    referenceText_->position->setCoords(0.0, *settings_.reference);
}

void CurveChart::fillGraphs() {
    const ValueRange value = valueRange();
    const double floor =
        settings_.log ? value.lower * std::pow(value.upper / value.lower, zeroMark) : 0.0;
    bool zeros = false, negative = false;
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        Curve& curve = curves_[i];
        const bool visible = settings_.series[i].visible;
        curve.line->setVisible(visible);
        curve.zeros->setVisible(visible && settings_.log);
        if (!visible) continue;
        const CurvePoints points = curvePoints(times_, curve.values, timeRange(),
                                               plot_->axisRect()->width(), settings_.log);
        curve.line->data()->set(graphData(points.line), true);
        QVector<QCPGraphData> marks;
        for (const double time : points.zeros) marks.append(QCPGraphData(time, floor));
        curve.zeros->data()->set(marks, true);
        zeros = zeros || !points.zeros.empty();
        negative = negative || points.negative;
    }
    QStringList notes;
    if (zeros) notes << tr("dots on the lower edge: exactly 0");
    if (negative) notes << tr("negative values are not on a log axis");
    note_->setText(notes.join(QStringLiteral(" · ")));
    note_->setVisible(!notes.isEmpty());
}

void CurveChart::fitAfresh() {
    autoTime_ = {};
    autoValue_ = {};
}

double CurveChart::value(std::size_t series, std::size_t row) const {
    const MinMaxPyramid& values = curves_[series].values;
    return row < values.size() ? values[row] : std::numeric_limits<double>::quiet_NaN();
}

std::size_t CurveChart::nearestRow(double time) const {
    const auto after = std::lower_bound(times_.begin(), times_.end(), time);
    const auto index = static_cast<std::size_t>(after - times_.begin());
    if (index == 0) return 0;
    if (index == times_.size()) return index - 1;
    return time - times_[index - 1] < times_[index] - time ? index - 1 : index;
}

ValueRange CurveChart::timeRange() const {
    return {plot_->xAxis->range().lower, plot_->xAxis->range().upper};
}

ValueRange CurveChart::valueRange() const {
    return {plot_->yAxis->range().lower, plot_->yAxis->range().upper};
}

}  // namespace momentree::app
