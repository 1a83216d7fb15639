// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a run costs, measured side by side with others.
#pragma once

#include <QObject>
#include <QString>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/runs/run_item.hpp"

namespace momentree::app {

class RunController;
class RunSet;

inline constexpr int timingRounds = 7;

/// Cost of a step [s].
struct StepCost {
    double median = 0.0;
    double spread = 0.0;  ///< half the range of the middle five of seven
};

/// Median and spread of the times of seven rounds, in any order.
StepCost costOf(std::array<double, timingRounds> seconds);

/// Computes all runs again and again on one background thread: a round computes each run once, over
/// the same simulated time, so that what else the machine does falls on all alike. A first round
/// warms up and finds how much of the motion is enough; setting up is not counted. The runs of the
/// window stay as they are.
class FairTiming final : public QObject {
    Q_OBJECT
public:
    FairTiming(RunSet& runs, RunController& onScreen, QObject* parent = nullptr);
    ~FairTiming() override;

    /// Empty, or why it cannot start.
    QString refusal() const;
    void start();  ///< pauses the run on screen
    void cancel();
    bool busy() const { return busy_; }
    /// The cost of a run; empty before it is measured, and after its settings have changed.
    std::optional<StepCost> cost(const RunItem& run) const;

Q_SIGNALS:
    void progressed(int done, int total);   ///< computed pieces
    void finished(const QString& problem);  ///< empty if all runs were measured

private:
    struct Measured {
        std::weak_ptr<const Session> of;
        StepCost cost;
    };
    RunSet& runs_;
    RunController& onScreen_;
    std::map<RunId, Measured> costs_;
    std::stop_source stop_;
    bool busy_ = false;
};

}  // namespace momentree::app
