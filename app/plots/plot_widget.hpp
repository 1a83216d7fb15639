// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/plots/curve_chart.hpp"
#include "app/plots/curve_reader.hpp"
#include "app/plots/plot_series.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

class QCustomPlot;

namespace momentree::app {

class CurveChoice;
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
    void clear();
    void setLogarithmic(bool on);
    /// Base name of exported files.
    void setTitle(const QString& title);
    /// A title in the header, with a button that closes the plot; none if it is empty.
    void setHeadTitle(const QString& title);
    /// Adds a control to the header, for special plots.
    void addHeadWidget(QWidget* widget);
    void leaveOutLegend();  ///< where something else names the curves
    void leaveOutTools(bool left);
    /// Texts and lines for projectors.
    /// @param scale 1: as usual
    void enlarge(double scale);

    /// Reads the rows recorded since the last call. Costs nothing while hidden.
    void refresh();
    void setShownTime(double seconds);
    /// Marks this time on the curves, as the mouse over another plot does.
    void setCrosshair(std::optional<double> seconds);

    /// Empty: the range follows the data.
    void setZoom(std::optional<ValueRange> time, std::optional<ValueRange> value);
    void resetZoom();

    const CurveChart& chart() const { return *chart_; }
    CurveChoice& choice() const { return *choice_; }
    const CurveReader& reader() const { return *reader_; }
    MeasurePanel& measures() const { return *measures_; }
    QCustomPlot* canvas() const { return canvas_; }

    /// Opens a window with the spectra between the cursors, or of the visible time span without
    /// them.
    SpectrumWindow* showSpectrum();

    /// See saveCurves.
    bool exportTo(const QString& path, QString* problem = nullptr);

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
    void showSource(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                    ChartSettings settings);
    void redraw();
    void showMenu(const QPoint& globalPosition);

    QCustomPlot* canvas_;
    CurveChart* chart_ = nullptr;
    PlotOverlay* overlay_;
    PlotMouse* mouse_;
    PlotHead* head_;
    MeasurePanel* measures_;
    CurveReader* reader_;
    CurveChoice* choice_;
    RunLabel mainRun_;
    std::vector<PlotSource> others_;
    EarlierRows earlier_;
    QString title_ = QStringLiteral("plot");
    double scale_ = 1.0;  ///< of texts and lines
};

}  // namespace momentree::app
