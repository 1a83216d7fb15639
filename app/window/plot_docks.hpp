// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <vector>

#include "app/plots/plot_source.hpp"

class QDockWidget;
class QMainWindow;

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
    /// A further panel of quantities, see droppedColumns; closing it takes it away.
    ProbePlot* newPlot(const QStringList& quantities = {});
    /// Puts the panels that were added beside that of quantities.
    void placeAdded();
    /// Adds to the panel of quantities and shows it.
    void plot(const QStringList& quantities);

    QDockWidget* energy() const { return energyDock_; }
    QDockWidget* drift() const { return driftDock_; }
    QDockWidget* phases() const { return phasesDock_; }
    QDockWidget* probes() const { return probesDock_; }
    QDockWidget* portrait() const { return portraitDock_; }

private:
    void start();
    void follow();
    void showPhaseTotals();

    RunController& run_;
    EnergyPlot* energy_;
    DriftPlot* drift_;
    PhasePlot* phases_;
    ProbePlot* probes_;
    PhasePortrait* portrait_;
    std::vector<QPointer<ProbePlot>> more_;  ///< panels that the user has added
    int added_ = 0;
    RunLabel mainRun_;
    std::vector<PlotSource> others_;
    QMainWindow* window_;
    QDockWidget *energyDock_, *driftDock_, *phasesDock_, *probesDock_, *portraitDock_;
    QElapsedTimer sinceRefresh_;
};

}  // namespace momentree::app
