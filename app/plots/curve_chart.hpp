// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "app/plots/min_max_pyramid.hpp"
#include "app/plots/plot_series.hpp"
#include "app/theme/theme.hpp"
#include "core/session/recording.hpp"

class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace momentree::app {

/// What a chart of curves shows, beside the rows.
struct ChartSettings {
    std::vector<PlotSeries> series;
    QString valueLabel;
    bool log = false;
    double duration = 0.0;  ///< the time axis does not grow beyond it [s], 0: unknown
    std::optional<ValueRange> time, value;  ///< chosen ranges; otherwise they follow the data
    std::optional<double> reference;        ///< a dotted line across, with `referenceText`
    QString referenceText;
    QString emptyText;  ///< shown while no visible curve has a value
};

/// Draws columns of a recording into a QCustomPlot: pulls new rows, finds ranges and reduces the
/// rows to what the pixels can show just before each replot.
class CurveChart final : public QObject {
    Q_OBJECT
public:
    /// @param plot must outlive the chart
    explicit CurveChart(QCustomPlot* plot);

    void setRecording(std::shared_ptr<const Recording> recording);
    const std::shared_ptr<const Recording>& recording() const { return recording_; }
    /// Curves and all else at once; reads the rows anew.
    void setSettings(ChartSettings settings);
    const ChartSettings& settings() const { return settings_; }
    void setVisible(int series, bool visible);
    void setLog(bool log);
    void setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value);
    void setDuration(double seconds);
    void setEmptyText(const QString& text);
    void setColors(const ThemeColors& colors);

    /// Takes the rows recorded since the last call; whether there were any.
    bool pull();
    /// Adapts the axes to rows and settings. The caller replots.
    void update();
    /// Forgets automatic ranges so that the next update fits them closely.
    void fitAfresh();

    const std::vector<double>& times() const { return times_; }
    /// Value of a curve at a row; nan where there is none.
    double value(std::size_t series, std::size_t row) const;
    /// The row nearest to a time; there must be rows.
    std::size_t nearestRow(double time) const;
    ValueRange timeRange() const;
    ValueRange valueRange() const;

private:
    struct Curve {
        MinMaxPyramid values;
        QCPGraph* line = nullptr;
        QCPGraph* zeros = nullptr;
    };
    void makeGraphs();
    void styleCurves();
    void fillGraphs();
    void updateTexts(const Extremes& shown);
    Extremes extremesIn(ValueRange time) const;

    QCustomPlot* plot_;
    std::shared_ptr<const Recording> recording_;
    ChartSettings settings_;
    const ThemeColors* colors_;
    std::vector<double> times_;
    std::vector<Curve> curves_;
    ValueRange autoTime_, autoValue_;  ///< ranges that follow the data
    QCPItemText* emptyText_;
    QCPItemText* note_;
    QCPItemText* referenceText_;
    QCPItemStraightLine* referenceLine_;
};

}  // namespace momentree::app
