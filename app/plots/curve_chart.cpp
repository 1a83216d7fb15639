// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_chart.hpp"

#include <qcustomplot.h>

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/number_text.hpp"
#include "app/plots/axis_range.hpp"
#include "app/plots/curve_points.hpp"
#include "app/plots/end_labels.hpp"
#include "app/plots/legend_entry.hpp"
#include "app/plots/plot_style.hpp"
#include "core/session/error_estimate.hpp"
#include "core/session/run_origin.hpp"

namespace momentree::app {
namespace {

constexpr double bandOpacity = 0.25, behindOpacity = 0.32, behindWidth = 1.1;
constexpr double noteHeight = 0.02;  ///< upper edge of the note, from the top of the drawing area

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

constexpr double leastLabels = 8.0;  ///< heights of the reference's text in a plot that has it

QRectF boxOf(const QCPItemText& text) {
    return {text.topLeft->pixelPosition(), text.bottomRight->pixelPosition()};
}

/// Wraps a text to lines of at most `width` pixels.
QString wrapped(const QString& text, double width) {
    const QFontMetricsF metrics(plotFont());
    QStringList lines;
    for (const QString& word : text.split(QLatin1Char(' ')))
        if (!lines.isEmpty() &&
            metrics.horizontalAdvance(lines.last() + QLatin1Char(' ') + word) <= width)
            lines.last() += QLatin1Char(' ') + word;
        else
            lines << word;
    return lines.join(QLatin1Char('\n'));
}

QVector<QCPGraphData> graphData(const std::vector<CurvePoints::Point>& points) {
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const auto& point : points) data.append(QCPGraphData(point.time, point.value));
    return data;
}

/// Says when values are zero, which a log axis cannot show.
class ZeroNote {
public:
    void add(const CurvePoints& points, double floor) {
        // The start is often exact.
        if (points.zeros.empty() || points.zeros.back() == points.line.front().time) return;
        const double first = points.zeros.front(), last = points.zeros.back();
        for (const CurvePoints::Point& point : points.line)
            if (point.time > first && point.time < last && std::isfinite(point.value))
                throughout_ = false;
        if (!times_.empty() && (times_.lower != first || times_.upper != last)) throughout_ = false;
        times_ = {first, last};
        if (points.flushed) floor_ = std::max(floor_, floor);
    }
    bool empty() const { return times_.empty(); }
    QString text(const QString& unit) const {
        const QString what =
            floor_ > 0.0
                ? CurveChart::tr("Below %1").arg((shortText(floor_, 1) + ' ' + unit).trimmed())
                : CurveChart::tr("Exactly zero");
        if (!throughout_) return CurveChart::tr("%1 at times").arg(what);
        if (times_.span() == 0.0)
            return CurveChart::tr("%1 at %2 s").arg(what, shortText(times_.lower, 3));
        return CurveChart::tr("%1 from %2 to %3 s")
            .arg(what, shortText(times_.lower, 3), shortText(times_.upper, 3));
    }

private:
    ValueRange times_;
    double floor_ = 0.0;
    bool throughout_ = true;
};

/// The estimated errors of a run's rows; null if they are not known.
std::shared_ptr<const Recording> errorsOf(const PlotSource& run) {
    const bool known = run.recording && run.recording->origin() && run.recording->origin()->errors;
    return known ? newest(run.recording->origin()->errors) : nullptr;
}

}  // namespace

CurveChart::CurveChart(QCustomPlot* plot) : plot_(plot), colors_(&themeColors()) {
    preparePlot(*plot);
    emptyText_ = makeText(plot, Qt::AlignCenter, {0.5, 0.5});
    note_ = makeText(plot, Qt::AlignLeft | Qt::AlignTop, {0.0, noteHeight});
    referenceLine_ = new QCPItemStraightLine(plot);
    referenceLine_->setVisible(false);
    referenceText_ = makeText(plot, Qt::AlignLeft | Qt::AlignBottom, {0.0, 0.0});
    referenceText_->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    referenceText_->position->setTypeY(QCPItemPosition::ptPlotCoords);
    for (QCPItemText* text : {note_, referenceText_}) text->setLayer(QStringLiteral("overlay"));
    ends_ = new EndLabels(plot);
    setColors(themeColors());
    // The width in pixels is known only after the layout of each replot.
    connect(plot, &QCustomPlot::afterLayout, this, &CurveChart::fillGraphs);
}

void CurveChart::show(std::vector<PlotSource> runs, ChartSettings settings) {
    runs_ = std::move(runs);
    settings_ = std::move(settings);
    if (settings_.minus && *settings_.minus >= runs_.size()) settings_.minus.reset();
    setAxisScale(*plot_->yAxis, settings_.log);
    makeGraphs();
    readAnew();
}

void CurveChart::readAnew() {
    // Without a run, no series can be read.
    const std::vector<PlotSeries> none;
    rows_.set(runs_, runs_.empty() ? none : settings_.series, settings_.minus, settings_.log);
    plot_->yAxis->setLabel(
        settings_.minus
            ? tr("Δ %1, minus %2").arg(settings_.valueLabel, runs_[*settings_.minus].name)
            : settings_.valueLabel);
    fitAfresh();
}

void CurveChart::setVisible(int series, bool visible) {
    settings_.series[static_cast<std::size_t>(series)].visible = visible;
    autoValue_ = {};
}

void CurveChart::setRunVisible(std::size_t run, bool visible) {
    runs_[run].visible = visible;
    fitAfresh();
}

void CurveChart::setColourBy(ColourBy what) {
    settings_.colourBy = what;
    makeGraphs();
}

void CurveChart::setMinus(std::optional<std::size_t> run) {
    settings_.minus = run;
    settings_.value.reset();
    readAnew();
}

void CurveChart::setLog(bool log) {
    settings_.log = log;
    settings_.value.reset();
    setAxisScale(*plot_->yAxis, log);
    if (settings_.minus) readAnew();
    autoValue_ = {};
}

void CurveChart::setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value) {
    if (!value && settings_.value) autoValue_ = {};
    settings_.time = time;
    settings_.value = value;
}

void CurveChart::setDuration(double seconds) { settings_.duration = seconds; }

void CurveChart::setColors(const ThemeColors& colors) {
    colors_ = &colors;
    colourPlot(*plot_, colors);
    for (QCPItemText* text : {emptyText_, note_, referenceText_}) text->setColor(colors.mutedText);
    QColor ground = colors.panel;
    ground.setAlpha(210);
    for (QCPItemText* text : {note_, referenceText_}) text->setBrush(ground);
    referenceLine_->setPen(QPen(colors.axis, 1.0, Qt::DotLine));
    styleCurves();
}

void CurveChart::makeGraphs() {
    plot_->clearGraphs();
    lines_.assign(runs_.size() * settings_.series.size(), {});
    for (std::size_t k = 0; k < lines_.size(); ++k) {
        Line& one = lines_[k];
        if (errorsOf(runs_[k / settings_.series.size()])) {
            one.lower = plot_->addGraph();
            one.upper = plot_->addGraph();
            one.upper->setChannelFillGraph(one.lower);
        }
        if (settings_.largestSoFar) one.behind = plot_->addGraph();
        one.line = plot_->addGraph();
        for (QCPGraph* graph : {one.line, one.behind, one.lower, one.upper}) {
            if (!graph) continue;
            graph->removeFromLegend();
            graph->setAdaptiveSampling(false);
            graph->setSelectable(QCP::stNone);
        }
    }
    graphs_ = plot_->graphCount();
    styleCurves();
}

void CurveChart::addToLegend(const QString& name, const SeriesStyle& style) {
    QCPGraph* key = plot_->addGraph();
    key->setName(name);
    key->setPen(style.pen());
    key->setScatterStyle(markOf(style, *colors_));
}

void CurveChart::setLineWidth(double pixels) {
    lineWidth_ = pixels;
    styleCurves();
}

void CurveChart::styleCurves() {
    while (plot_->graphCount() > graphs_) plot_->removeGraph(plot_->graphCount() - 1);
    for (std::size_t run = 0; run < runs_.size(); ++run)
        for (std::size_t i = 0; i < settings_.series.size(); ++i) {
            const SeriesStyle look = style({run, i}, *colors_);
            line({run, i}).line->setPen(look.pen(lineWidth_));
            line({run, i}).line->setScatterStyle(markOf(look, *colors_));
            if (QCPGraph* behind = line({run, i}).behind)
                behind->setPen(QPen(faded(look.colour, behindOpacity), behindWidth));
            if (!line({run, i}).upper) continue;
            QColor shade = look.colour;
            shade.setAlphaF(bandOpacity);
            for (QCPGraph* end : {line({run, i}).lower, line({run, i}).upper})
                end->setPen(Qt::NoPen);
            line({run, i}).upper->setBrush(shade);
        }
    for (const LegendEntry& entry : legendEntries(settings_, runs_))
        if (entry.shown) addToLegend(entry.name, entry.style(*colors_));
}

bool CurveChart::pull() { return rows_.pull(); }

bool CurveChart::isShown(Shown curve) const {
    return runs_[curve.run].visible && settings_.series[curve.series].visible &&
           settings_.minus != curve.run;
}

std::vector<CurveChart::Shown> CurveChart::shown() const {
    std::vector<Shown> all;
    for (std::size_t run = 0; run < runs_.size(); ++run)
        for (std::size_t i = 0; i < settings_.series.size(); ++i)
            if (isShown({run, i})) all.push_back({run, i});
    return all;
}

SeriesStyle CurveChart::style(Shown curve, const ThemeColors& colors) const {
    return curveStyle(settings_, runs_, curve.run, curve.series, colors);
}

QString CurveChart::name(Shown curve) const {
    const QString& series = settings_.series[curve.series].name;
    if (runs_.size() == 1) return series;
    const QString& run = runs_[curve.run].name;
    return settings_.series.size() == 1 ? run : QStringLiteral("%1 · %2").arg(series, run);
}

std::optional<std::size_t> CurveChart::leadingRun() const {
    for (std::size_t run = 0; run < runs_.size(); ++run)
        if (runs_[run].visible && !rows_.times(run).empty()) return run;
    return std::nullopt;
}

void CurveChart::update() {
    double start = std::numeric_limits<double>::infinity(), last = -start;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (!runs_[run].visible || rows_.times(run).empty()) continue;
        start = std::min(start, rows_.times(run).front());
        last = std::max(last, rows_.times(run).back());
    }
    if (start > last) start = last = 0.0;
    autoTime_ = {start,
                 timeEnd(last, autoTime_.empty() ? 0.0 : autoTime_.upper, settings_.duration)};
    const ValueRange time = settings_.time.value_or(autoTime_);
    Extremes shown;
    for (const Shown& curve : this->shown())
        shown.add(rows_.extremes(curve.run, curve.series, time));
    const ValueRange fitted =
        settings_.log ? logRange(shown, autoValue_) : linearRange(shown, autoValue_);
    // A default range for missing values must not persist when values arrive.
    autoValue_ = shown.empty() ? ValueRange{} : fitted;
    ValueRange value = settings_.value.value_or(fitted);
    if (settings_.log && settings_.lowest > 0.0) {
        value.lower = std::max(value.lower, settings_.lowest);
        value.upper = std::max(value.upper, 10.0 * value.lower);
    }
    plot_->xAxis->setRange(time.lower, time.upper);
    plot_->yAxis->setRange(value.lower, value.upper);
    makeRoomForLabels(shown);
    updateTexts(shown);
    fitTickCounts(*plot_);
}

void CurveChart::updateTexts(const Extremes& shown) {
    const bool empty = shown.empty() && !settings_.emptyText.isEmpty();
    emptyText_->setVisible(empty);
    showAxes(*plot_, !empty);
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
    ZeroNote zeros;
    bool negative = false;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
        const Shown curve{k / settings_.series.size(), k % settings_.series.size()};
        const bool visible = isShown(curve);
        lines_[k].line->setVisible(visible);
        for (QCPGraph* other : {lines_[k].lower, lines_[k].upper, lines_[k].behind})
            if (other) other->setVisible(visible);
        if (!visible) continue;
        const CurvePoints points = curvePoints(
            rows_.times(curve.run), rows_.values(curve.run, curve.series), timeRange(),
            plot_->axisRect()->width(), settings_.log, rows_.floor(curve.run, curve.series));
        const QVector<QCPGraphData> drawn = graphData(points.line);
        lines_[k].line->data()->set(drawn, true);
        if (lines_[k].behind) drawLargest(curve, drawn);
        if (lines_[k].upper) fillBand(curve, drawn);
        // About six marks along a curve.
        lines_[k].line->setScatterSkip(std::max(0, static_cast<int>(drawn.size()) / 6 - 1));
        zeros.add(points, rows_.floor(curve.run, curve.series));
        negative = negative || points.negative;
    }
    labelEnds();
    QStringList notes;
    const QString unit = settings_.series.empty() ? QString() : settings_.series.front().unit;
    if (!zeros.empty()) notes << zeros.text(unit);
    if (negative) notes << tr("Negative values are not shown on a logarithmic axis");
    note_->setVisible(!notes.isEmpty());
    placeTexts(notes.join(QStringLiteral(". ")));
}

/// A band of the estimated error around a curve; none for differences and on a log axis, where its
/// lower end may be negative.
void CurveChart::fillBand(Shown curve, const QVector<QCPGraphData>& points) {
    const PlotSource& run = runs_[curve.run];
    const PlotSeries& series = settings_.series[curve.series];
    const int column =
        run.layout.column(runs_[0].layout.names()[static_cast<std::size_t>(series.column)]);
    const int error = errorOf(run.layout, *run.recording->origin()->model, column);
    const auto errors = errorsOf(run);
    const Line& ends = line(curve);
    const bool known = error >= 0 && !settings_.log && !settings_.minus;
    for (QCPGraph* end : {ends.lower, ends.upper}) end->setVisible(known);
    if (!known) return;
    QVector<QCPGraphData> lower, upper;
    for (const QCPGraphData& point : points) {
        const double size = series.scale * errors->at(errors->rowAt(point.key), 1 + error);
        lower.append(QCPGraphData(point.key, point.value - size));
        upper.append(QCPGraphData(point.key, point.value + size));
    }
    ends.lower->data()->set(lower, true);
    ends.upper->data()->set(upper, true);
}

/// In a narrow panel texts are wrapped, and stacked if they would overlap.
void CurveChart::placeTexts(const QString& note) {
    const QRect area = plot_->axisRect()->rect();
    for (const auto& [item, text] : {std::pair(emptyText_, settings_.emptyText), {note_, note}}) {
        const QMargins around = item->padding();
        item->setText(wrapped(text, area.width() - around.left() - around.right()));
    }
    note_->position->setCoords(0.0, noteHeight);
    referenceText_->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    if (boxOf(*referenceText_).top() < area.top())
        referenceText_->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    // In a small plot the line must do: its text would cover the curves.
    const QRectF label = boxOf(*referenceText_);
    if (area.height() < leastLabels * label.height() ||
        area.width() < leastLabels / 2 * label.width())
        referenceText_->setVisible(false);
    if (!note_->visible() || !referenceText_->visible()) return;
    const QRectF reference = boxOf(*referenceText_);
    if (boxOf(*note_).intersects(reference))
        note_->position->setCoords(0.0, (reference.bottom() - area.top()) / area.height());
}

void CurveChart::fitAfresh() {
    autoTime_ = {};
    autoValue_ = {};
}

ValueRange CurveChart::timeRange() const {
    return {plot_->xAxis->range().lower, plot_->xAxis->range().upper};
}

ValueRange CurveChart::valueRange() const {
    return {plot_->yAxis->range().lower, plot_->yAxis->range().upper};
}

}  // namespace momentree::app
