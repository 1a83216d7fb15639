// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "app/plots/curve_chart.hpp"

class QLabel;
class QTableWidget;

namespace momentree::app {

/// Under a plot with two cursors A and B: the time between them, and for each visible curve its
/// values there, their difference and slope, and the figures of the curve from one to the other.
class MeasurePanel final : public QWidget {
    Q_OBJECT
public:
    explicit MeasurePanel(QWidget* parent = nullptr);
    /// @param cursors times of A and B [s], in either order
    void measure(const CurveChart& chart, std::array<double, 2> cursors);
    /// What the table says, tab separated with a head line, numbers in full.
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
