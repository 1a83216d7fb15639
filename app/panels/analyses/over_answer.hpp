// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/parameter_answer.hpp"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace momentree::app {

/// Something over a range of a parameter: the eigenvalues about the start in their plane (root
/// locus), or the pose at rest (quasi-static movement).
class OverAnswer final : public ParameterAnswer {
    Q_OBJECT
public:
    OverAnswer(AnalysisKind kind, Workspace& workspace, PoseStage& stage);

protected:
    void draw() override;
    QString ask(Inquiry& inquiry) const override;

private:
    void offerParameters();
    void offerRange();
    void showLocus();
    void showPath();

    AnalysisKind kind_;
    QComboBox* parameter_;
    QLineEdit *from_, *to_;
    QSpinBox* count_;
    QString shownModel_;  ///< whose parameter and range are offered
};

}  // namespace momentree::app
