// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "app/panels/inside/evaluation_steps.hpp"

namespace momentree::app {

/// The position in an evaluation, and the animation that advances it.
class StepPlayer final : public QObject {
    Q_OBJECT
public:
    explicit StepPlayer(QObject* parent = nullptr);

    /// Keeps the position if the new evaluation has the same number of steps.
    void setSteps(EvaluationSteps steps);
    const EvaluationSteps& steps() const { return steps_; }
    /// -1 if there are no steps.
    int current() const { return steps_.count() == 0 ? -1 : current_; }
    bool playing() const { return timer_.isActive(); }

public Q_SLOTS:
    void goTo(int step);  ///< clamped to the existing steps
    void nextEquation() { goTo(current_ + 1); }
    void previousEquation() { goTo(current_ - 1); }
    void nextNode();
    void previousNode();
    void toStart() { goTo(0); }
    void toEnd() { goTo(steps_.count() - 1); }
    /// Advances node by node; starts from the beginning if at the end.
    void play(bool play);
    void showNode(int node);

Q_SIGNALS:
    void moved();
    void playingChanged(bool playing);

private:
    void tick();
    EvaluationSteps steps_;
    int current_ = 0;
    QTimer timer_;
};

}  // namespace momentree::app
