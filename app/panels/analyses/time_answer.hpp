// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"
#include "app/panels/analyses/time_views.hpp"

class QComboBox;
class QPushButton;

namespace momentree::app {

class SegmentBar;
class XyPlot;

/// Inverse dynamics or kinematics: figures, curves and tables over a turn or the time of the run. A
/// click on a curve shows that instant in the picture.
class TimeAnswer final : public Answer {
    Q_OBJECT
public:
    TimeAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage);

    void showInstant(double time);  ///< the nearest, in the picture
    QSize sizeHint() const override { return {760, 400}; }

protected:
    void present() override;
    void showPoses() override;

private:
    std::size_t motion() const;
    void presentMotion();
    void chooseView(int index);
    void showValues();
    void nameIt();
    void playOnce(bool play);

    AnalysisKind kind_;
    QComboBox* motions_;
    SegmentBar* segments_;
    QPushButton* play_;
    QHBoxLayout* values_;
    QStackedWidget* stack_;
    XyPlot* plot_;
    QWidget* tables_;
    std::vector<TimeView> views_;
};

}  // namespace momentree::app
