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

    /// Stays at the same place if the new evaluation has as many steps.
    void setSteps(EvaluationSteps steps);
    const EvaluationSteps& steps() const { return steps_; }
    /// -1 if there are no steps.
    int current() const { return steps_.count() == 0 ? -1 : current_; }
    bool playing() const { return timer_.isActive(); }

public Q_SLOTS:
    void goTo(int step);  ///< clamped to what there is
    void nextEquation() { goTo(current_ + 1); }
    void previousEquation() { goTo(current_ - 1); }
    void nextNode();
    void previousNode();
    void toStart() { goTo(0); }
    void toEnd() { goTo(steps_.count() - 1); }
    /// Node by node; from the start if it is at the end.
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
