// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <span>

#include "app/plots/column_choices.hpp"
#include "app/plots/curve_chart.hpp"
#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

class QTreeWidgetItem;

namespace momentree::app {

/// Any recorded columns, chosen from a searchable list with the model's probes first. Curves of one
/// unit share a plot; the plots are stacked over one time axis. Accepts dropped quantities, and
/// those of its list can be dragged.
class ProbePlot final : public QWidget {
    Q_OBJECT
public:
    explicit ProbePlot(QWidget* parent = nullptr);
    ~ProbePlot() override;
    /// As PlotWidget::setEarlier, for every plot.
    void setEarlier(EarlierRows rows);
    /// Shows the wanted columns that the run has, otherwise the first probe.
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                ColumnChoices choices, double duration);
    /// As PlotWidget::setComparison, for every plot.
    void setComparison(RunLabel main, std::vector<PlotSource> others);
    void clear();
    void refresh();
    void setShownTime(double seconds);
    /// As PlotWidget::setCrosshair, for every plot.
    void setCrosshair(std::optional<double> seconds);

    QStringList chosen() const;
    /// The user's choice, whether or not the run has these columns.
    QStringList wanted() const;
    /// Sets the choice for this run and later ones.
    void want(const QStringList& columns);
    /// Names that the run does not have are ignored.
    void choose(const QStringList& columns);
    /// Adds these to the choice, see droppedColumns. Returns false if the run has none of them.
    bool add(const QStringList& quantities);

signals:
    /// The user selected a time on a plot [s].
    void timePicked(double seconds);
    /// As PlotWidget::timeHovered.
    void timeHovered(std::optional<double> seconds);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void fillList();
    void fillGroup(QTreeWidgetItem* group);
    std::span<const ColumnChoice> choicesOf(const QTreeWidgetItem& group) const;
    void filter(const QString& text);
    void takeTicks(QTreeWidgetItem* item);
    void showColumns(const QStringList& columns);
    void tickChosen();
    void rebuild();
    void addPlot(ChartSettings settings);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace momentree::app
