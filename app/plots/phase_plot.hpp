// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "app/plots/phase_totals.hpp"
#include "app/plots/plot_series.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

class QCustomPlot;

namespace momentree::app {

class PhaseTable;

/// Time per step by phases: stacked bars over simulated time and a table of totals. The mouse works
/// as in PlotWidget; the value axis always starts at 0.
class PhasePlot final : public QWidget {
    Q_OBJECT
public:
    explicit PhasePlot(QWidget* parent = nullptr);
    ~PhasePlot() override;
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                double duration);
    void clear();
    /// Calls and exact sums for the table; without them, shares and means are computed from the
    /// rows.
    void setTotals(const PhaseTotals& totals);
    /// As PlotWidget::setHeadTitle.
    void setHeadTitle(const QString& title);
    void refresh();
    void setShownTime(double seconds);
    /// As PlotWidget::setCrosshair.
    void setCrosshair(std::optional<double> seconds);
    /// Writes png, svg, pdf or csv, depending on the extension. Returns false with an error
    /// message.
    bool exportTo(const QString& path, QString* problem = nullptr);

    QCustomPlot* canvas() const;
    PhaseTable* table() const;

signals:
    /// The user selected a time on the bars [s].
    void timePicked(double seconds);
    /// As PlotWidget::timeHovered.
    void timeHovered(std::optional<double> seconds);
    void closeChosen();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void redraw();
    void setZoom(std::optional<ValueRange> time);
    void hover(const QPointF& position);
    void showMenu(const QPoint& globalPosition);
    QByteArray csv() const;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace momentree::app
