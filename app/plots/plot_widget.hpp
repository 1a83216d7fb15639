// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QWidget>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "app/plots/curve_chart.hpp"
#include "app/plots/curve_reader.hpp"
#include "app/plots/plot_series.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

class QAbstractButton;
class QMenu;
class QCustomPlot;

namespace momentree::app {

class MeasurePanel;
class PlotHead;
class PlotMouse;
class PlotOverlay;
class SpectrumWindow;

/// Curves of recorded columns over time. Follows a growing recording by `refresh`; the mouse zooms,
/// pans, reads values and sets the current time.
///
/// Wheel: time axis; with Ctrl or Shift: value axis. Left click, or left drag on the time line, the
/// time axis or an unzoomed plot: set the time. Left drag in a zoomed plot, middle drag, Shift +
/// left drag: pan. Right drag or Ctrl + left drag: zoom to the box. Double click: show everything.
/// Left drag on a cursor: move it.
class PlotWidget : public QWidget {
    Q_OBJECT
public:
    explicit PlotWidget(QWidget* parent = nullptr);
    ~PlotWidget() override;

    /// Motions before the main run, drawn before it; not used in differences. Applies to later
    /// sources.
    void setEarlier(EarlierRows rows);
    /// Sets rows and curves. Curves hidden before (by name) stay hidden; the zoom is reset.
    void setSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                   ChartSettings settings);
    /// Draws the same curves of further runs, for this source and later ones. Without further runs
    /// the plot looks as usual.
    virtual void setComparison(RunLabel main, std::vector<PlotSource> others);
    /// The main run, then the others.
    const std::vector<PlotSource>& runs() const;
    void setRunVisible(std::size_t run, bool visible);
    void setColourBy(ColourBy what);
    /// Shows differences from this run, on a log axis their magnitude; empty: the values.
    void setMinus(std::optional<std::size_t> run);
    void clear();
    const ChartSettings& settings() const;
    void setSeriesVisible(int index, bool visible);
    void setLogarithmic(bool on);
    bool isLogarithmic() const { return settings().log; }
    /// Limits the growth of the time axis [s]; 0: unknown.
    void setDuration(double seconds);
    /// Base name of exported files.
    void setTitle(const QString& title);
    /// A title in the header, with a button that closes the plot; none if it is empty.
    void setHeadTitle(const QString& title);
    /// Adds a control to the header, for special plots.
    void addHeadWidget(QWidget* widget);
    void leaveOutLegend();  ///< where something else names the curves

    /// Reads the rows recorded since the last call. Costs nothing while hidden.
    void refresh();
    void setShownTime(double seconds);
    /// Marks this time on the curves, as the mouse over another plot does.
    void setCrosshair(std::optional<double> seconds);

    ValueRange timeRange() const;
    ValueRange valueRange() const;
    /// Empty: the range follows the data.
    void setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value);
    bool isZoomed() const;
    void resetZoom();

    /// Shows two cursors A and B, which can be dragged, and a table of values between them.
    void setMeasuring(bool on);
    bool isMeasuring() const;
    /// Times of A and B [s], in either order.
    void setCursors(std::array<double, 2> times);
    std::array<double, 2> cursors() const;
    MeasurePanel* measurePanel() const;
    /// Opens a window with the spectra between the cursors, or of the visible time span without
    /// them.
    SpectrumWindow* showSpectrum();

    /// @param x in pixels of `canvas`. Empty without rows or outside the drawing area.
    std::optional<CurveValues> readOutAt(double x) const;

    /// Writes png, svg, pdf, or csv (time and the visible curves in the visible time span; one row
    /// for each time of any run, nan for the others), depending on the extension. Returns false
    /// with an error message in `problem`.
    bool exportTo(const QString& path, QString* problem = nullptr);
    void copyPicture();

    QCustomPlot* canvas() const;
    /// The button of a curve, or of a run (after the curves).
    QAbstractButton* legendButton(int index) const;

signals:
    void closeChosen();  ///< in the header
    /// The user selected a time on the plot [s].
    void timePicked(double seconds);
    /// The mouse is over a time [s]; empty: it has left.
    void timeHovered(std::optional<double> seconds);
    /// The user selected a time span, or reset it (empty).
    void timeZoomed(std::optional<momentree::app::ValueRange> time);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void redraw();
    void showLegend();
    void showLegendIfNeeded();
    void showMenu(const QPoint& globalPosition);
    void toggleEntry(int index, bool shown);
    void showOnly(int index);
    void fillRunMenu(QMenu& menu);
    void showMeasures();

    QCustomPlot* canvas_;
    CurveChart* chart_ = nullptr;
    PlotOverlay* overlay_;
    PlotMouse* mouse_;
    PlotHead* head_;
    MeasurePanel* measures_;
    CurveReader* reader_;
    std::array<double, 2> cursors_{};
    RunLabel mainRun_;
    std::vector<PlotSource> others_;
    EarlierRows earlier_;
    QSet<QString> hidden_, hiddenRuns_;  ///< curves and runs hidden by the user
    QString title_ = QStringLiteral("plot");
};

}  // namespace momentree::app
