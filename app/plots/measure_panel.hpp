// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "app/plots/curve_chart.hpp"

class QLabel;
class QTableWidget;

namespace momentree::app {

class PlotOverlay;

/// Measures between two cursors A and B of a plot. The panel below the plot has the time between
/// them and, for each visible curve, its values there, their difference and slope, and its
/// statistics between them. Hidden until it is turned on.
class MeasurePanel final : public QWidget {
    Q_OBJECT
public:
    MeasurePanel(const CurveChart& chart, PlotOverlay& overlay);
    /// Cursors that would not be seen are placed anew.
    void turnOn(bool on);
    bool isOn() const { return !isHidden(); }
    /// Times of A and B [s], in either order; they can be dragged.
    void setCursors(std::array<double, 2> times);
    const std::array<double, 2>& cursors() const { return cursors_; }
    /// Between the cursors, or all that is seen of the time without them.
    ValueRange span() const;
    void measureAgain();  ///< the curves or their axes have changed
    /// The content of the table as tab-separated text with a header, with full precision.
    QString tableText() const;
    QSize sizeHint() const override;

signals:
    void spectrumWanted();
    void turned(bool on);

private:
    void setRow(int row, const QString& name, const QColor& colour,
                const std::vector<double>& values, double span);
    void fillTable();
    const CurveChart& chart_;
    PlotOverlay& overlay_;
    std::array<double, 2> cursors_{};
    QLabel* times_;
    QTableWidget* table_;
};

}  // namespace momentree::app
