// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "core/session/catalogue.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace momentree::app {

class QuantityField;
class RunController;
class RunSet;

/// Linearly or logarithmically spaced values, including both ends exactly.
std::vector<double> sweepValues(double from, double to, int count, bool logarithmic);

/// Asks for a parameter of the model, or the step, and creates a run for each value.
class SweepDialog final : public QDialog {
    Q_OBJECT
public:
    SweepDialog(RunSet& runs, const RunController& onScreen, QWidget* parent);

private:
    void propose();
    void preview();
    void add();
    bool ofStep() const;
    std::vector<double> values() const;

    RunSet& runs_;
    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    QComboBox* what_;
    class QLineEdit *from_, *to_;
    QSpinBox* count_;
    QCheckBox* logarithmic_;
    QLabel* values_;
    QPushButton* add_;
};

}  // namespace momentree::app
