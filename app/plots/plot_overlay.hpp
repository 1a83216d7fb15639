// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "app/base/theme/theme.hpp"

class QCustomPlot;

namespace momentree::app {

/// Text of the box next to the crosshair.
struct ReadOutBox {
    struct Line {
        QString name, value;
        SeriesStyle style;
        std::optional<double> at;  ///< position on the value axis at which the curve is marked
    };
    double time = 0.0;    ///< of the crosshair [s]
    QString title;        ///< empty: the crosshair without the box
    bool beside = false;  ///< the values stand beside the curves: only the title is written
    std::vector<Line> lines;
};

/// Moving marks over a plot: current time, crosshair, values, zoom box. A separate widget, so that
/// the curves need not be redrawn.
class PlotOverlay final : public QWidget {
    Q_OBJECT
public:
    explicit PlotOverlay(QCustomPlot* plot);
    void setShownTime(std::optional<double> seconds);
    std::optional<double> shownTime() const { return shown_; }
    /// A curve at the current time.
    struct Mark {
        double value = 0.0;
        QColor colour;
        bool operator==(const Mark&) const = default;
    };
    void setMarks(std::vector<Mark> marks);
    /// Whether what follows the current time is pale.
    void setPaleAfter(bool on);
    void setReadOut(std::optional<ReadOutBox> box);
    /// The cursors A and B [s].
    void setCursors(std::optional<std::array<double, 2>> times);
    /// The cursor within `reach` pixels of `x`: 0 or 1.
    std::optional<int> cursorAt(double x, double reach) const;
    void setZoomBox(std::optional<QRect> box);
    /// Distance from `x` to the line of the current time in pixels; empty if it is not visible.
    std::optional<double> distanceToTimeLine(double x) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void drawTimeLine(QPainter& painter) const;
    void drawCursors(QPainter& painter) const;
    void drawReadOut(QPainter& painter) const;
    void drawDot(QPainter& painter, QPointF at, const QColor& colour) const;
    void drawBox(QPainter& painter, double x) const;
    QCustomPlot* plot_;
    std::optional<double> shown_;
    std::vector<Mark> marks_;
    bool paleAfter_ = false;
    std::optional<ReadOutBox> readOut_;
    std::optional<QRect> zoomBox_;
    std::optional<std::array<double, 2>> cursors_;
};

}  // namespace momentree::app
