// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <optional>

#include "app/plots/plot_series.hpp"

class QCPAxis;
class QCustomPlot;
class QMouseEvent;
class QWheelEvent;

namespace momentree::app {

class PlotOverlay;

/// Mouse gestures on a time plot (see PlotWidget). Does not change axes itself.
class PlotMouse final : public QObject {
    Q_OBJECT
public:
    PlotMouse(QCustomPlot* plot, PlotOverlay* overlay);
    /// Dragging moves a zoomed plot and selects times on others.
    void setZoomed(bool time, bool value) {
        timeZoomed_ = time;
        valueZoomed_ = value;
    }
    /// If off, the value axis is not changed.
    void setValueZoom(bool on) { valueZoom_ = on; }

signals:
    void timePicked(double seconds);
    /// The user moves cursor A (0) or B (1) to a time [s].
    void cursorMoved(int cursor, double seconds);
    void hovered(const QPointF& position);
    void left();
    /// New ranges; empty: unchanged.
    void zoomChosen(std::optional<momentree::app::ValueRange> time,
                    std::optional<momentree::app::ValueRange> value);
    void resetRequested();
    void menuRequested(const QPoint& globalPosition);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Time, Pan, Box, Cursor };
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    Drag dragFor(const QMouseEvent& event) const;
    double timeAt(double x) const;
    void pickAt(double x);
    void pan(const QPointF& position);
    void zoomToBox(const QPoint& end);
    void showShape(const QPointF& position);

    QCustomPlot* plot_;
    PlotOverlay* overlay_;
    bool timeZoomed_ = false, valueZoomed_ = false, valueZoom_ = true;
    Drag drag_ = Drag::None;
    bool moved_ = false;
    int cursor_ = 0;  ///< the dragged cursor
    QPoint pressed_;
    ValueRange timeAtPress_, valueAtPress_;
};

}  // namespace momentree::app
