// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/study/grid.hpp"
#include "core/study/run_study.hpp"

namespace momentree::app {

/// The runs of a study, its model, and the folder that keeps finished runs.
struct StudyPlan {
    Study study;
    std::shared_ptr<const ModelDescription> model;
    std::vector<PlannedRun> runs;
    StudyGrid grid;
    std::string folder;
};

/// Computes the runs of a plan in the background. Finished runs are stored at once, so that a plan
/// that was cancelled goes on where it ended, also after the program was closed.
class StudyJob final : public QObject {
    Q_OBJECT
public:
    StudyJob(std::shared_ptr<const Catalogue> catalogue, QObject* parent);
    ~StudyJob() override;

    /// Cancels the runs of the previous plan; finished runs are read from the folder.
    void setPlan(std::shared_ptr<const StudyPlan> plan);
    const StudyPlan* plan() const { return plan_.get(); }  ///< null for none
    void compute();                                        ///< the runs that are missing
    void cancel();
    bool busy() const { return busy_; }
    bool reading() const { return reading_; }
    /// In the order of the plan; empty for those not finished.
    const std::vector<std::optional<RunSummary>>& runs() const { return runs_; }
    std::size_t done() const;
    std::size_t failed() const;
    /// Runs computed since the last call of `compute`; the others were finished before.
    std::size_t computed() const { return computed_; }

Q_SIGNALS:
    void advanced();                     ///< finished runs have changed
    void ended(const QString& problem);  ///< of `compute`; empty if nothing went wrong

private:
    void take(int generation, std::size_t index, const RunSummary& summary);
    void finish(const StudyOutcome& outcome);

    std::shared_ptr<const Catalogue> catalogue_;
    std::shared_ptr<const StudyPlan> plan_;
    std::vector<std::optional<RunSummary>> runs_;
    std::stop_source stop_;
    QTimer soon_;  ///< many runs may end at once
    std::size_t computed_ = 0;
    int generation_ = 0;  ///< of the plan
    bool busy_ = false, reading_ = false;
};

}  // namespace momentree::app
