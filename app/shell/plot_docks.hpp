// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/base/display_unit.hpp"
#include "app/plots/column_choices.hpp"
#include "app/runs/plot_source.hpp"
#include "app/shell/earlier_motions.hpp"

class QDockWidget;
class QMainWindow;
class QSettings;

namespace momentree::app {

class DriftPlot;
class EnergyPlot;
class PhasePlot;
class PhasePortrait;
class ProbePlot;
class RunController;

/// The live plots as docks of the window; a click on a plot moves the shown time.
class PlotDocks final : public QObject {
    Q_OBJECT
public:
    PlotDocks(RunController& run, QMainWindow* window);

    /// Draws further runs of the model beside the one of the window, in every plot of curves. Their
    /// recordings may grow; call `refresh` when they do while the run of the window rests.
    void setComparison(const RunLabel& main, const std::vector<PlotSource>& others);
    void refresh();
    /// Draws the run anew if other units have been chosen.
    void followUnits();
    /// A further panel of quantities, see droppedColumns; closing it takes it away.
    ProbePlot* newPlot(const QStringList& quantities = {});
    /// Puts the panels that were added beside that of quantities.
    void placeAdded();
    /// The panels that were added, and what each of them and that of quantities shows: kept between
    /// starts. Restored before the layout of the window is.
    void save(QSettings& settings) const;
    void restore(const QSettings& settings);
    /// Marks that time in all plots.
    void setCrosshair(std::optional<double> seconds);
    /// Adds to the panel of quantities and shows it.
    void plot(const QStringList& quantities);

    QDockWidget* energy() const { return energyDock_; }
    QDockWidget* drift() const { return driftDock_; }
    QDockWidget* phases() const { return phasesDock_; }
    QDockWidget* probes() const { return probesDock_; }
    QDockWidget* portrait() const { return portraitDock_; }

Q_SIGNALS:
    /// The mouse stands over a time of a plot [s]; empty: over none any more.
    void timeHovered(std::optional<double> seconds);

private:
    void start();
    ProbePlot* addPanel(int number);
    std::vector<ProbePlot*> panels() const;  ///< of quantities, the permanent one first
    void hover(std::optional<double> seconds, const QObject* over);
    void follow();
    void showPhaseTotals();

    RunController& run_;
    EnergyPlot* energy_;
    DriftPlot* drift_;
    PhasePlot* phases_;
    ProbePlot* probes_;
    PhasePortrait* portrait_;
    std::vector<QPointer<ProbePlot>> more_;  ///< panels that the user has added
    EarlierMotions earlierMotions_;
    EarlierRows earlier_;    ///< of the run on screen
    ColumnChoices choices_;  ///< likewise
    int added_ = 0;          ///< the highest number of a panel so far
    RunLabel mainRun_;
    std::vector<PlotSource> others_;
    QMainWindow* window_;
    QDockWidget *energyDock_, *driftDock_, *phasesDock_, *probesDock_, *portraitDock_;
    QElapsedTimer sinceRefresh_;
    DisplayUnits units_ = displayUnits();  ///< of the curves
};

}  // namespace momentree::app
