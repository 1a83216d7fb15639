// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "app/plots/curve_chart.hpp"

class QLabel;
class QTableWidget;

namespace momentree::app {

/// Panel below a plot with two cursors A and B: the time between them and, for each visible curve,
/// its values there, their difference and slope, and its statistics between them.
class MeasurePanel final : public QWidget {
    Q_OBJECT
public:
    explicit MeasurePanel(QWidget* parent = nullptr);
    /// @param cursors times of A and B [s], in either order
    void measure(const CurveChart& chart, std::array<double, 2> cursors);
    /// The content of the table as tab-separated text with a header, with full precision.
    QString tableText() const;
    QSize sizeHint() const override;

signals:
    void spectrumWanted();
    void closed();

private:
    void setRow(int row, const QString& name, const QColor& colour,
                const std::vector<double>& values, double span);
    QLabel* times_;
    QTableWidget* table_;
};

}  // namespace momentree::app
