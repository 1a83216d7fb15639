// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "app/runs/run_item.hpp"

class QLabel;
class QLineEdit;
class QFormLayout;

namespace momentree::app {

class ChoiceCombo;
class QuantityField;
class RunController;
class RunSet;

/// The recorded row at which a run branches off another.
struct ForkPoint {
    RunId parent = 0;
    std::optional<RunPoint> from;
};

/// Asks for the settings and parameters of another run of the current model, from its start or from
/// the current state; stays open for further runs.
class AddRunDialog final : public QDialog {
    Q_OBJECT
public:
    AddRunDialog(RunSet& runs, const RunController& onScreen, const ForkPoint& fork,
                 QWidget* parent);

private:
    void makeFields(QFormLayout* form);
    void makeParameters(QFormLayout* form);
    std::vector<ParameterValue> changedParameters() const;
    void refresh();
    void add();

    RunSet& runs_;
    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    ForkPoint fork_;
    QLineEdit* name_;
    std::vector<QLineEdit*> parameters_;  ///< in the order of the model's parameters
    ChoiceCombo *formulation_, *backend_, *integrator_;
    QuantityField *step_, *tolerance_;
    QLabel* said_;
};

}  // namespace momentree::app
