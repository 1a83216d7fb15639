// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"
#include "app/plots/column_choices.hpp"

class QComboBox;

namespace momentree::app {

class SegmentBar;
class XyPlot;

/// By how much one column of the run changes if a parameter grows by one percent, over time, for
/// all parameters.
class SensitivityAnswer final : public Answer {
    Q_OBJECT
public:
    SensitivityAnswer(Workspace& workspace, PoseStage& stage);

    XyPlot& plot() const { return *plot_; }
    QSize sizeHint() const override { return {760, 400}; }

protected:
    void present() override;
    void showPoses() override {}
    QString ask(Inquiry& inquiry) const override;

private:
    void offerColumns();

    QComboBox* column_;
    SegmentBar* segments_;
    QStackedWidget* stack_;
    XyPlot* plot_;
    QWidget* tables_;
    ColumnChoices choices_;  ///< in the order of `column_`
};

}  // namespace momentree::app
