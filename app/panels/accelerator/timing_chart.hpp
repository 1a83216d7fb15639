// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/base/theme/theme.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::app {

/// A solid brush for measured times, a hatched one in the same colour for modelled times.
QBrush timingBrush(const QColor& colour, bool modelled, const ThemeColors& colors);

/// "1.25 µs", or "1.25 µs modelled".
QString timingText(const fpga::TimingRow& row);

/// The lanes of a table as bars: grouped bars for each part, or one stacked bar per lane.
class TimingChart final : public QWidget {
    Q_OBJECT
public:
    enum class Arrangement { SideBySide, Stacked };

    explicit TimingChart(QWidget* parent = nullptr);
    void setTable(const fpga::ReportTable& table);
    void setArrangement(Arrangement arrangement);
    void setLogarithmic(bool on);  ///< for grouped bars only
    bool isLogarithmic() const { return log_ && arrangement_ == Arrangement::SideBySide; }

    /// A drawn bar or part of one.
    struct Bar {
        QString lane, part, label, tip;
        bool modelled = false;
        QRectF area;
    };
    /// The bars of the last drawing.
    const std::vector<Bar>& bars() const { return bars_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Pen;
    QStringList parts() const;
    QColor laneColour(std::size_t lane, const ThemeColors& colors) const;
    QColor partColour(const QString& part, const ThemeColors& colors) const;
    double along(double ns) const;
    int contentHeight() const;
    void drawKey(QPainter& painter, const ThemeColors& colors);
    void drawSideBySide(QPainter& painter, const ThemeColors& colors);
    void drawStacked(QPainter& painter, const ThemeColors& colors);
    void drawBar(QPainter& painter, const ThemeColors& colors, const QColor& colour, Bar bar,
                 bool labelled);
    void drawSpread(QPainter& painter, const ThemeColors& colors, const fpga::TimingRow& row,
                    double y);

    fpga::ReportTable table_;
    Arrangement arrangement_ = Arrangement::SideBySide;
    bool log_ = true;
    std::vector<Bar> bars_;
};

}  // namespace momentree::app
