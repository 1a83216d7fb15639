// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/add_run_dialog.hpp"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/base/choice_combo.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/base/quantity_field.hpp"
#include "app/runs/followed_spec.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"
#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t mostParameters = 12;

}  // namespace

AddRunDialog::AddRunDialog(RunSet& runs, const RunController& onScreen, const ForkPoint& fork,
                           QWidget* parent)
    : QDialog(parent),
      runs_(runs),
      model_(onScreen.sharedModel()),
      spec_(onScreen.session().spec()),
      fork_(fork) {
    setObjectName("addRunDialog");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(
        fork.parent == 0
            ? tr("Add a run")
            : tr("Fork at %1").arg(timeText(fork.from->recording->at(fork.from->row, 0))));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    makeFields(form);
    makeParameters(form);
    said_ = new QLabel(this);
    said_->setObjectName("addRunSaid");
    said_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* addButton = buttons->addButton(fork.parent == 0 ? tr("Add run") : tr("Fork"),
                                         QDialogButtonBox::ActionRole);
    addButton->setObjectName("addRunButton");
    addButton->setDefault(true);
    connect(addButton, &QPushButton::clicked, this, &AddRunDialog::add);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(said_);
    layout->addWidget(buttons);
    refresh();
}

void AddRunDialog::makeFields(QFormLayout* form) {
    formulation_ = new ChoiceCombo(this);
    backend_ = new ChoiceCombo(this);
    integrator_ = new ChoiceCombo(this);
    step_ = new QuantityField("s", this);
    tolerance_ = new QuantityField({}, this);
    name_ = new QLineEdit(this);
    const auto row = [form](const char* name, const QString& caption, QWidget* field) {
        field->setObjectName(QString::fromLatin1(name));
        field->setAccessibleName(caption);
        form->addRow(caption, field);
    };
    row("addFormulation", tr("Formulation"), formulation_);
    row("addBackend", tr("Backend"), backend_);
    row("addIntegrator", tr("Integrator"), integrator_);
    row("addStep", tr("Step"), step_);
    row("addTolerance", tr("Tolerance"), tolerance_);
    row("addName", tr("Name"), name_);
    connect(formulation_, &ChoiceCombo::chosenByUser, this, [this](const QString& id) {
        spec_ = withFormulation(runs_.catalogue(), *model_, spec_, id.toStdString()).spec;
        refresh();
    });
    connect(backend_, &ChoiceCombo::chosenByUser, this, [this](const QString& id) {
        spec_.backend = id.toStdString();
        refresh();
    });
    connect(integrator_, &ChoiceCombo::chosenByUser, this, [this](const QString& id) {
        spec_.integrator = id.toStdString();
        refresh();
    });
    connect(step_, &QuantityField::edited, this, [this](double value) {
        spec_.step = value;
        refresh();
    });
    connect(tolerance_, &QuantityField::edited, this, [this](double value) {
        spec_.absoluteTolerance *= value / spec_.relativeTolerance;
        spec_.relativeTolerance = value;
        refresh();
    });
}

void AddRunDialog::makeParameters(QFormLayout* form) {
    const auto& parameters = model_->description.parameters;
    if (parameters.empty() || parameters.size() > mostParameters) return;
    for (const ParameterDescription& parameter : parameters) {
        auto* field = new QLineEdit(this);
        const QString name = QString::fromStdString(parameter.name);
        const QString unit = QString::fromStdString(parameter.unit);
        field->setObjectName("addParameter " + name);
        field->setAccessibleName(name);
        field->setPlaceholderText(QString::fromStdString(numberText(parameter.value.value, 6)));
        field->setToolTip(
            tr("New value of this parameter, for example 12 cm or 2*L; leave empty to keep the "
               "value"));
        form->addRow(unit.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, unit), field);
        parameters_.push_back(field);
    }
}

std::vector<ParameterValue> AddRunDialog::changedParameters() const {
    std::vector<ParameterValue> changed;
    for (std::size_t k = 0; k < parameters_.size(); ++k)
        if (const QString text = parameters_[k]->text().trimmed(); !text.isEmpty())
            changed.push_back({model_->description.parameters[k].name, text.toStdString()});
    return changed;
}

void AddRunDialog::refresh() {
    const Catalogue& catalogue = runs_.catalogue();
    formulation_->setChoices(catalogue.formulations(model_.get()));
    backend_->setChoices(catalogue.backends(spec_.formulation, model_.get()));
    integrator_->setChoices(catalogue.integrators(spec_.formulation, model_.get()));
    formulation_->setChosen(spec_.formulation);
    backend_->setChosen(spec_.backend);
    integrator_->setChosen(spec_.integrator);
    step_->showValue(spec_.step);
    tolerance_->showValue(spec_.relativeTolerance);
    const bool adaptive = isAdaptive(spec_.integrator);
    step_->setEnabled(!adaptive);
    tolerance_->setEnabled(adaptive);
    RunItem preview;
    preview.spec = spec_;
    name_->setPlaceholderText(proposedName(preview));
    const auto checked = catalogue.check(*model_, spec_);
    said_->setText(checked ? QString() : diagnosticText(checked.error().front()));
}

void AddRunDialog::add() {
    if (const auto checked = runs_.catalogue().check(*model_, spec_); !checked) return refresh();
    const RunId id = runs_.add({.spec = spec_,
                                .model = model_,
                                .parameters = changedParameters(),
                                .name = name_->text().trimmed(),
                                .parent = fork_.parent,
                                .from = fork_.from});
    name_->clear();
    if (const RunItem* run = runs_.find(id)) said_->setText(tr("Added %1").arg(run->name));
}

}  // namespace momentree::app
