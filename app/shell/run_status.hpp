// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace momentree::app {

class RunController;

/// Data of the run in the status bar: method, state, time, real-time factor and steps per second.
class RunStatus final : public QWidget {
    Q_OBJECT
public:
    explicit RunStatus(RunController& run, QWidget* parent = nullptr);

private:
    QLabel* addLabel(const char* name, const QString& help, const QString& widest);
    void follow();
    void paintEvent(QPaintEvent* event) override;

    RunController& run_;
    QLabel *thinned_ = nullptr, *method_, *state_, *time_, *factor_, *rate_, *error_;
};

}  // namespace momentree::app
