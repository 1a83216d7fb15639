// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QVector>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/base/theme/theme.hpp"
#include "app/plots/curve_rows.hpp"
#include "app/plots/plot_series.hpp"
#include "app/runs/plot_source.hpp"

class QCPGraph;
class QCPGraphData;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace momentree::app {

class EndLabels;

/// Settings of a chart of curves, without its rows.
struct ChartSettings {
    std::vector<PlotSeries> series;
    QString valueLabel;
    bool log = false;
    double duration = 0.0;  ///< limit of the growth of the time axis [s], 0: unknown
    std::optional<ValueRange> time, value;  ///< chosen ranges; otherwise axes follow the data
    std::optional<double> reference;        ///< a horizontal dotted line, with `referenceText`
    QString referenceText;
    QString emptyText;                  ///< shown if no visible curve has a value
    ColourBy colourBy = ColourBy::Run;  ///< for several runs
    /// The only run shown is one of several, so that it keeps its colour.
    bool amongOthers = false;
    /// Draws the largest value so far, with the values at each time faint behind.
    bool largestSoFar = false;
    /// Names at the ends of the curves, or a legend; empty: names if there is room.
    std::optional<bool> namesAtEnds;
    bool valuesAtEnds = true;  ///< beside the names, if there is room
    double lowest = 0.0;       ///< a log axis shows nothing below
    /// The curves are differences from those of this run; on a log axis their magnitude.
    std::optional<std::size_t> minus;
};

/// Draws the same columns of one or several runs in a QCustomPlot. Reads new rows, computes ranges
/// and reduces the rows to what the pixels can show just before each replot.
class CurveChart final : public QObject {
    Q_OBJECT
public:
    /// @param plot must outlive the chart
    explicit CurveChart(QCustomPlot* plot);

    /// Sets runs, curves and all other settings at once and reads the rows again. The series refer
    /// to columns of the first run.
    void show(std::vector<PlotSource> runs, ChartSettings settings);
    const std::vector<PlotSource>& runs() const { return runs_; }
    const ChartSettings& settings() const { return settings_; }
    void setVisible(int series, bool visible);
    void setRunVisible(std::size_t run, bool visible);
    void setColourBy(ColourBy what);
    void setMinus(std::optional<std::size_t> run);
    void setLog(bool log);
    void setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value);
    void setDuration(double seconds);
    void setColors(const ThemeColors& colors);
    void setLineWidth(double pixels);

    /// Reads the rows recorded since the last call; returns whether there were any.
    bool pull();
    /// Adapts the axes to rows and settings. The caller replots.
    void update();
    /// Resets automatic ranges, so that the next update fits them closely.
    void fitAfresh();

    const CurveRows& rows() const { return rows_; }
    /// The value that the curve shows at a time: that of the run, or the largest up to then.
    double valueAt(std::size_t run, std::size_t series, double time) const;
    /// One drawn curve.
    struct Shown {
        std::size_t run = 0, series = 0;
        bool operator==(const Shown&) const = default;
    };
    /// The visible curves, run by run.
    std::vector<Shown> shown() const;
    SeriesStyle style(Shown curve, const ThemeColors& colors) const;
    /// The points of a curve as last drawn: time and value, nan where it has a gap.
    std::vector<std::pair<double, double>> drawn(Shown curve) const;
    /// A name that distinguishes the curve from all others of the plot.
    QString name(Shown curve) const;
    /// The first visible run that has rows; empty without rows.
    std::optional<std::size_t> leadingRun() const;
    bool isZoomed() const { return settings_.time || settings_.value; }
    ValueRange timeRange() const;
    ValueRange valueRange() const;
    /// Whether the curves have names at their ends. Otherwise a legend has to tell them.
    bool isLabelled() const { return labelled_; }
    /// Whether there is room for values beside these names.
    bool isValued() const { return labelled_ && valued_; }
    /// Shows values beside the names; one for each visible curve, or none.
    void showValues(const std::vector<double>& values);

private:
    struct Line {
        QCPGraph* line = nullptr;
        QCPGraph* behind =
            nullptr;  ///< the values at each time, if `line` shows the largest so far
        QCPGraph *lower = nullptr, *upper = nullptr;  ///< ends of the estimated error, if known
    };
    void readAnew();
    void makeGraphs();
    void addToLegend(const QString& name, const SeriesStyle& style);
    void styleCurves();
    void fillGraphs();
    void fillBand(Shown curve, const QVector<QCPGraphData>& points);
    void updateTexts(const Extremes& shown);
    void makeRoomForLabels(const Extremes& shown);
    void labelEnds();
    bool coincide(Shown one, Shown other) const;
    void drawLargest(Shown curve, QVector<QCPGraphData> points);
    QString valueOf(Shown curve, double value) const;
    void placeTexts(const QString& note);
    bool isShown(Shown curve) const;
    Line& line(Shown curve) { return lines_[curve.run * settings_.series.size() + curve.series]; }

    QCustomPlot* plot_;
    std::vector<PlotSource> runs_;
    ChartSettings settings_;
    const ThemeColors* colors_;
    EndLabels* ends_;
    double lineWidth_ = metric::curveWidth;  ///< [px]
    bool labelled_ = false, valued_ = false;
    double labelRoom_ = 0.0;  ///< for names and values [px]
    QString longestValue_;
    std::vector<std::size_t> labelOf_;  ///< number of the label of each visible curve
    CurveRows rows_;
    std::vector<Line> lines_;          ///< [runs * series], run by run
    int graphs_ = 0;                   ///< number of graphs of lines; those of the legend follow
    ValueRange autoTime_, autoValue_;  ///< ranges that follow the data
    QCPItemText* emptyText_;
    QCPItemText* note_;
    QCPItemText* referenceText_;
    QCPItemStraightLine* referenceLine_;
};

}  // namespace momentree::app
