// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "app/plots/phase_totals.hpp"
#include "core/diagnostics/sample.hpp"
#include "core/session/recording.hpp"

class QTabWidget;

namespace momentree::app {

class EnergyPlot;
class DriftPlot;
class PhasePlot;
class ProbePlot;

/// The plots of one run as tabs; a window may hold several of these in docks.
class PlotsPanel final : public QWidget {
    Q_OBJECT
public:
    enum class Page { Energy, Drift, Phases, Probes };
    explicit PlotsPanel(QWidget* parent = nullptr);

    /// Shows this run from now on. @param duration planned end [s], 0: unknown
    void setRun(std::shared_ptr<const Recording> recording, const RowLayout& layout,
                std::shared_ptr<const Model> model, double duration = 0.0);
    /// Empties every plot.
    void clear();
    /// Draws what was recorded since the last call; only the visible page costs anything.
    void refresh();
    /// Calls and exact sums for the table of phases; without it the rows give shares and means.
    void setPhaseTotals(const PhaseTotals& totals);
    void setShownTime(double seconds);

    void showPage(Page page);
    Page page() const;

signals:
    /// The user picked a time on any plot [s].
    void timePicked(double seconds);

private:
    QTabWidget* tabs_;
    EnergyPlot* energy_;
    DriftPlot* drift_;
    PhasePlot* phases_;
    ProbePlot* probes_;
};

}  // namespace momentree::app
