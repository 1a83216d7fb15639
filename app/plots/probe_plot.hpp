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

/// Any recorded columns, chosen from a list that can be searched, the model's probes first. Curves
/// of one unit share a plot; the plots stand one above the other over one time axis. Takes dropped
/// quantities, and gives those of its list.
class ProbePlot final : public QWidget {
    Q_OBJECT
public:
    explicit ProbePlot(QWidget* parent = nullptr);
    ~ProbePlot() override;
    /// As PlotWidget::setEarlier, for every plot.
    void setEarlier(EarlierRows rows);
    /// Shows the wanted columns that the run has; otherwise the first probe.
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
    /// What the user has chosen, whether the run has it or not.
    QStringList wanted() const;
    /// The same for the runs to come.
    void want(const QStringList& columns);
    /// Names that the run does not have are left out.
    void choose(const QStringList& columns);
    /// Chooses these too, see droppedColumns. False if the run has none of them.
    bool add(const QStringList& quantities);

signals:
    /// The user picked a time on a plot [s].
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
