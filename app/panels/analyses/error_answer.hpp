// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"

class QCustomPlot;

namespace momentree::app {

/// The error of the run on screen over time, its sources stacked, and one sentence on the largest.
class ErrorAnswer final : public Answer {
    Q_OBJECT
public:
    ErrorAnswer(Workspace& workspace, PoseStage& stage);

    QString verdict() const;
    QCustomPlot& plot() const { return *plot_; }
    QSize sizeHint() const override { return {760, 320}; }

protected:
    void changeEvent(QEvent* event) override;
    void present() override;
    void showPoses() override {}

private:
    void colour();

    QLabel* verdict_;
    QCustomPlot* plot_;
};

}  // namespace momentree::app
