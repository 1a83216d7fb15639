// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/parameter_answer.hpp"

class QComboBox;

namespace momentree::app {

/// By how much one column of the run changes if a parameter grows by one percent, over time, for
/// all parameters.
class SensitivityAnswer final : public ParameterAnswer {
    Q_OBJECT
public:
    SensitivityAnswer(Workspace& workspace, PoseStage& stage);

protected:
    void draw() override;
    QString ask(Inquiry& inquiry) const override;

private:
    void offer();

    QComboBox* column_;
    ColumnChoices choices_;  ///< in the order of `column_`
};

}  // namespace momentree::app
