// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace momentree::app {

struct Actions;
class RunController;
class TimeSlider;

/// The bar under the scene: reset, step, play, time slider with read-out, speed.
class TransportBar final : public QWidget {
    Q_OBJECT
public:
    TransportBar(RunController& run, Actions& actions, QWidget* parent = nullptr);

private:
    QToolButton* button(QAction* action, int iconSize);
    void followTime();
    void followState();

    RunController& run_;
    Actions& actions_;
    TimeSlider* slider_;
    QLabel* time_;
    QToolButton* live_;
    QComboBox* speed_;
};

}  // namespace momentree::app
