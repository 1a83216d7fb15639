// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/plots/curve_chart.hpp"
#include "app/plots/plot_series.hpp"
#include "core/diagnostics/sample.hpp"
#include "core/session/recording.hpp"

class QAbstractButton;
class QCustomPlot;

namespace momentree::app {

/// Curves of recorded columns over time. Follows a growing recording by `refresh`; the mouse zooms,
/// pans, reads values and picks the shown time.
///
/// Wheel: time axis; with Ctrl or Shift: value axis. Left click, or left drag on the time line, the
/// time axis or an unzoomed plot: pick a time. Left drag in a zoomed plot, middle drag, Shift +
/// left drag: pan. Right drag or Ctrl + left drag: zoom to the box. Double click: show everything.
class PlotWidget : public QWidget {
    Q_OBJECT
public:
    explicit PlotWidget(QWidget* parent = nullptr);
    ~PlotWidget() override;

    /// Rows and curves from now on. Curves hidden before stay hidden (by name), the zoom is given
    /// up.
    void setSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                   ChartSettings settings);
    void clear();
    const ChartSettings& settings() const;
    void setSeriesVisible(int index, bool visible);
    void setLogarithmic(bool on);
    bool isLogarithmic() const { return settings().log; }
    /// The time axis does not grow beyond this [s]; 0: unknown.
    void setDuration(double seconds);
    /// Base name of exported files.
    void setTitle(const QString& title);
    /// A control of a special plot, in the head line.
    void addHeadWidget(QWidget* widget);

    /// Takes the rows recorded since the last call. Costs nothing while nobody looks.
    void refresh();
    void setShownTime(double seconds);

    ValueRange timeRange() const;
    ValueRange valueRange() const;
    /// Empty: the range follows the data.
    void setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value);
    bool isZoomed() const;
    void resetZoom();

    /// The sample nearest to a place and the values of the visible curves there, nan where there is
    /// none.
    struct ReadOut {
        double time = 0.0;
        std::size_t row = 0;
        std::vector<double> values;
    };
    /// @param x in pixels of `canvas`. Empty without rows or beside the drawing area.
    std::optional<ReadOut> readOutAt(double x) const;

    /// Writes by extension: png, svg, pdf, or csv (time and the visible curves, in the visible span
    /// of time). False with a message for people in `problem`.
    bool exportTo(const QString& path, QString* problem = nullptr);
    void copyPicture();

    QCustomPlot* canvas() const;
    QAbstractButton* legendButton(int index) const;

signals:
    /// The user picked a time on the plot [s].
    void timePicked(double seconds);
    /// The user chose a span of time, or gave it up (empty).
    void timeZoomed(std::optional<momentree::app::ValueRange> time);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildHead();
    void showMenu(const QPoint& globalPosition);
    void hover(const QPointF& position);
    void redraw();
    QByteArray csv() const;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace momentree::app
