// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/base/display_unit.hpp"
#include "app/panels/plots/earlier_motions.hpp"
#include "app/plots/column_choices.hpp"
#include "app/runs/plot_source.hpp"

namespace momentree::app {

class DriftPlot;
class EnergyPlot;
class Host;
class PanelDock;
class PhasePlot;
class PhasePortrait;
class ProbePlot;
class RunController;
class Workspace;

/// The live plots as docks; a click on a plot sets the current time. Added panels and their
/// quantities are kept between starts.
class PlotDocks final : public QObject {
    Q_OBJECT
public:
    PlotDocks(Workspace& workspace, Host& host);

    /// A further panel of quantities, see droppedColumns; closing it removes it.
    ProbePlot* newPlot(const QStringList& quantities = {});
    /// Marks this time in all plots.
    void setCrosshair(std::optional<double> seconds);
    /// Adds quantities to the panel and shows it.
    void plot(const QStringList& quantities);

    PanelDock* energy() const { return energyDock_; }
    PanelDock* drift() const { return driftDock_; }
    PanelDock* phases() const { return phasesDock_; }
    PanelDock* quantities() const { return probesDock_; }
    PanelDock* portrait() const { return portraitDock_; }

Q_SIGNALS:
    /// The mouse is over a time of a plot [s]; empty: it has left.
    void timeHovered(std::optional<double> seconds);

private:
    void makeDocks();
    void connectPlots();
    void start();
    void clear();
    void compare();  ///< with the visible runs and with references
    void refresh();
    void followUnits();
    void save() const;
    void addTo(QJsonObject* view) const;  ///< the section "view" of the model file
    void takeFrom(const QJsonObject& view);
    void restore();
    ProbePlot* addPanel(int number);
    std::vector<ProbePlot*> panels() const;  ///< panels of quantities, the permanent one first
    void hover(std::optional<double> seconds, const QObject* over);
    void follow();
    void showPhaseTotals();

    Workspace& workspace_;
    Host& host_;
    RunController& run_;
    EnergyPlot* energy_;
    DriftPlot* drift_;
    PhasePlot* phases_;
    ProbePlot* probes_;
    PhasePortrait* portrait_;
    std::vector<QPointer<ProbePlot>> more_;  ///< panels added by the user
    EarlierMotions earlierMotions_;
    EarlierRows earlier_;    ///< of the run on screen
    ColumnChoices choices_;  ///< of the run on screen
    int added_ = 0;          ///< the highest number of a panel so far
    RunLabel mainRun_;
    std::vector<PlotSource> others_;
    PanelDock *energyDock_, *driftDock_, *phasesDock_, *probesDock_, *portraitDock_;
    QElapsedTimer sinceRefresh_;
    DisplayUnits units_ = displayUnits();  ///< of the curves
};

}  // namespace momentree::app
