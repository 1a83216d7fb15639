// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>
#include <stop_token>

#include "app/runs/work_plan.hpp"
#include "core/study/run_study.hpp"
#include "core/study/tables.hpp"

class QComboBox;
class QCustomPlot;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace momentree::app {

class QuantityField;
class RunController;

/// Error against cost of every method among the runs, for several steps; computed in the background
/// when the dialog opens.
class WorkPrecisionDialog final : public QDialog {
    Q_OBJECT
public:
    WorkPrecisionDialog(const RunSet& runs, const RunController& onScreen,
                        std::shared_ptr<const Catalogue> catalogue, QWidget* parent);
    ~WorkPrecisionDialog() override;

    bool busy() const { return busy_; }
    QCustomPlot& plot() { return *plot_; }
    const std::vector<WorkPrecisionCurve>& curves() const { return curves_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Cost { Wall, Evaluations, Setting };
    QWidget* makeControls();
    void start();
    void stop();
    void take(int generation, std::size_t index, const RunSummary& summary);
    void finish(int generation, const StudyOutcome& outcome);
    void draw();
    void exportPlot();
    RunSpec referenceSpec() const;
    double costOf(const WorkPrecisionPoint& point) const;
    const WorkMethod& methodOf(const WorkPrecisionCurve& curve) const;
    QByteArray csv() const;

    const RunSet& runs_;
    std::shared_ptr<const Model> model_;
    RunSpec onScreen_;
    std::shared_ptr<const Catalogue> catalogue_;
    QuantityField* duration_;
    QSpinBox* count_;
    QComboBox *reference_, *cost_;
    QPushButton* run_;
    QProgressBar* progress_;
    QLabel* said_;
    QCustomPlot* plot_;
    std::vector<WorkMethod> methods_;
    WorkPlan plan_;
    std::vector<RunSummary> summaries_;  ///< for the runs of the plan
    std::vector<WorkPrecisionCurve> curves_;
    int generation_ = 0;
    bool busy_ = false;
    std::stop_source stop_;
};

}  // namespace momentree::app
