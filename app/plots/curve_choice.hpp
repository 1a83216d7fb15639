// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

#include "app/plots/curve_chart.hpp"

class QMenu;

namespace momentree::app {

class PlotHead;

/// What a plot shows of its runs: which curves and which runs, values or differences, and in which
/// colours. The user chooses in the legend and the menu of the header.
class CurveChoice final : public QObject {
    Q_OBJECT
public:
    /// @param head owns this
    CurveChoice(CurveChart& chart, PlotHead& head);

    /// Applies the choice to the next content of the chart. Hidden curves and runs stay hidden, by
    /// their names.
    void applyTo(std::vector<PlotSource>& runs, ChartSettings& settings) const;
    /// @param entry of the legend: the curves, then the runs
    void setShown(int entry, bool shown);
    void showOnly(int entry);  ///< of its kind
    void setColourBy(ColourBy what);
    /// Shows differences from this run, on a log axis their magnitude; empty: the values.
    void setMinus(std::optional<std::size_t> run);

    void fillLegend();          ///< after the chart has other curves or runs
    void showLegendIfNeeded();  ///< after the chart was drawn

signals:
    void changed();  ///< the chart has to be drawn again

private:
    int curves() const { return static_cast<int>(chart_.settings().series.size()); }
    void fillRunMenu(QMenu& menu);

    CurveChart& chart_;
    PlotHead& head_;
    QSet<QString> hiddenCurves_, hiddenRuns_;
};

}  // namespace momentree::app
