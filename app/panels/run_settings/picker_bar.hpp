// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>
#include <memory>

#include "core/session/catalogue.hpp"

class QLabel;
class QToolButton;

namespace momentree::app {

class ChoiceCombo;
class MoreSettings;
class QuantityField;
class RunController;

/// Choice of formulation, backend, integrator, step, duration and further settings. A change
/// restarts the run at time 0.
class PickerBar final : public QToolBar {
    Q_OBJECT
public:
    PickerBar(RunController& run, std::shared_ptr<const Catalogue> catalogue,
              QWidget* parent = nullptr);

Q_SIGNALS:
    void changed(const QString& what);  ///< description of the change
    void helpWanted(const std::string& formulation);

private:
    void addField(const QString& caption, QWidget* field, const QString& help);
    QWidget* makeMore();
    QWidget* makeHelp();
    QWidget* makeDuration();
    void follow();  ///< shows the settings of the current run
    /// @param model offer the formulations for this model; null for all
    void show(const RunSpec& spec, const Model* model);
    void chooseFormulation(const QString& id);
    void apply(const RunSpec& spec, const QString& what);
    void edit(QuantityField* field, double RunSpec::*member, const QString& name);

    RunController& run_;
    std::shared_ptr<const Catalogue> catalogue_;
    ChoiceCombo *formulation_, *backend_, *integrator_;
    QuantityField *step_, *duration_;
    QToolButton* endless_;
    MoreSettings* more_;
};

}  // namespace momentree::app
