// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QWidget>
#include <optional>
#include <vector>

class QCustomPlot;

namespace momentree::app {

class CurveChart;
class PlotOverlay;
struct ReadOutBox;

/// The sample of the leading run nearest to a position, and the values of the visible curves there,
/// run by run: nan if there is none, interpolated linearly between two samples.
struct CurveValues {
    double time = 0.0;
    std::size_t row = 0;
    std::vector<double> values;
};

/// Reads the curves where the mouse is, or where it is in another plot, and shows their values over
/// the plot.
class CurveReader final : public QObject {
    Q_OBJECT
public:
    /// @param plot has the palette and owns this
    CurveReader(QCustomPlot& canvas, CurveChart& chart, PlotOverlay& overlay, QWidget* plot);

    /// @param x in pixels of the canvas. Empty without rows or outside the drawing area.
    std::optional<CurveValues> at(double x) const;
    void hover(const QPointF& position);
    void leave();
    /// Marks that time on the curves while the mouse is elsewhere [s].
    void setCrosshair(std::optional<double> seconds);
    /// Marks the time that the scene shows [s] and writes the values there beside the curves.
    void setShownTime(double seconds);
    /// The curves have changed.
    void readAgain();

signals:
    /// The mouse is over a time [s]; empty: it has left.
    void timeHovered(std::optional<double> seconds);

private:
    void showValues();
    ReadOutBox boxOf(const CurveValues& read) const;

    QCustomPlot& canvas_;
    CurveChart& chart_;
    PlotOverlay& overlay_;
    const QWidget& plot_;
    std::optional<QPointF> mouseAt_;
    std::optional<double> crosshair_;  ///< set by another plot [s]
    std::optional<double> shown_;      ///< in the scene [s]
};

}  // namespace momentree::app
