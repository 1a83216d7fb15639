// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"

class QCheckBox;
class QPushButton;

namespace momentree::app {

class ModeList;
class Viewport;

/// Modes about the start, or the pose at rest with the modes about it. The chosen mode moves in the
/// picture.
class PoseAnswer final : public Answer {
    Q_OBJECT
public:
    PoseAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage, const Viewport& viewport);

    QSize sizeHint() const override { return {340, 600}; }

Q_SIGNALS:
    /// The pose at rest is to become the start of the document.
    void startWanted(const std::vector<momentree::BodyState>& pose);

protected:
    void present() override;
    void showPoses() override;
    bool released() const override;

private:
    void follow();
    void playMode(bool play);

    AnalysisKind kind_;
    const Viewport& viewport_;
    QCheckBox* release_;
    QLabel* verdict_;
    QWidget* table_;
    ModeList* modes_;
    QPushButton *play_, *start_;
};

}  // namespace momentree::app
