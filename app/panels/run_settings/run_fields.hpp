// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "core/session/catalogue.hpp"

class QToolButton;
class QWidget;

namespace momentree::app {

class ChoiceCombo;
class MoreSettings;
class QuantityField;
class RunController;

/// The fields of a run's settings, for bars and panels to place. They follow the run on screen; a
/// change restarts it at time 0.
class RunFields final : public QObject {
    Q_OBJECT
public:
    /// @param prefix of the fields' object names
    /// @param parent of the fields until they are placed
    RunFields(RunController& run, std::shared_ptr<const Catalogue> catalogue, const QString& prefix,
              QWidget* parent);

    ChoiceCombo *formulation, *backend, *integrator;
    QuantityField *step, *duration;
    QToolButton* endless;  ///< no duration
    QToolButton* help;     ///< on the formulation
    MoreSettings* more;

    /// The duration and the button beside it.
    QWidget* durationRow();
    /// A caption over a field, as its accessible name.
    static QWidget* captioned(const QString& caption, QWidget* field, QWidget* parent);

Q_SIGNALS:
    void changed(const QString& what);  ///< description of the change
    void helpWanted(const std::string& formulation);

private:
    void follow();  ///< shows the settings of the current run
    /// @param model offer the formulations for this model; null for all
    void show(const RunSpec& spec, const Model* model);
    void chooseFormulation(const QString& id);
    void apply(const RunSpec& spec, const QString& what);
    void choose(ChoiceCombo* combo, std::string RunSpec::*member, const QString& name);
    void edit(QuantityField* field, double RunSpec::*member, const QString& name);
    void makeEndless(const QString& prefix, QWidget* parent);
    void describe();

    RunController& run_;
    std::shared_ptr<const Catalogue> catalogue_;
};

}  // namespace momentree::app
