// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_settings/picker_bar.hpp"

#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <limits>

#include "app/base/choice_combo.hpp"
#include "app/base/quantity_field.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/panels/run_settings/more_settings.hpp"
#include "app/runs/followed_spec.hpp"
#include "app/runs/record_budget.hpp"
#include "app/runs/run_controller.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {

PickerBar::PickerBar(RunController& run, std::shared_ptr<const Catalogue> catalogue,
                     QWidget* parent)
    : QToolBar(tr("Simulation"), parent), run_(run), catalogue_(std::move(catalogue)) {
    setObjectName("pickers");
    setMovable(false);
    formulation_ = new ChoiceCombo(this);
    backend_ = new ChoiceCombo(this);
    integrator_ = new ChoiceCombo(this);
    step_ = new QuantityField("s", this);
    duration_ = new QuantityField("s", this);
    formulation_->setObjectName("formulation");
    backend_->setObjectName("backend");
    integrator_->setObjectName("integrator");
    step_->setObjectName("step");
    duration_->setObjectName("duration");
    addField(tr("Formulation"), formulation_, tr("Formulation of the equations of motion"));
    addWidget(makeHelp());
    addField(tr("Backend"), backend_, tr("Backend that computes the equations"));
    addField(tr("Integrator"), integrator_, tr("Integrator in time"));
    addField(tr("Step"), step_,
             tr("Step size: more than 0 s, for example 0.002, 2 ms or 2e-3. The arrow keys step "
                "through 1, 2, 5"));
    addField(tr("Duration"), makeDuration(),
             tr("Simulated time at which the run ends: more than 0 s, or ∞ to run until stopped"));
    addWidget(makeMore());

    connect(formulation_, &ChoiceCombo::chosenByUser, this, &PickerBar::chooseFormulation);
    connect(backend_, &ChoiceCombo::chosenByUser, this, [this](const QString& id) {
        RunSpec spec = *run_.settings();
        if (spec.backend == id.toStdString()) return;
        spec.backend = id.toStdString();
        apply(spec, tr("backend %1").arg(id));
    });
    connect(integrator_, &ChoiceCombo::chosenByUser, this, [this](const QString& id) {
        RunSpec spec = *run_.settings();
        if (spec.integrator == id.toStdString()) return;
        spec.integrator = id.toStdString();
        apply(spec, tr("integrator %1").arg(id));
    });
    edit(step_, &RunSpec::step, tr("step"));
    edit(duration_, &RunSpec::duration, tr("duration"));
    connect(&run_, &RunController::runChanged, this, &PickerBar::follow);
    connect(&run_, &RunController::refused, this, &PickerBar::follow);
    connect(&run_, &RunController::stateChanged, this, [this] {
        if (!run_.hasRun()) follow();
    });
    follow();
}

void PickerBar::addField(const QString& caption, QWidget* field, const QString& help) {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(6, 3, 6, 5);
    layout->setSpacing(1);
    auto* label = new QLabel(caption, box);
    label->setFont(textFont(TextSize::Caption, label->font()));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(field);
    layout->addWidget(label);
    layout->addWidget(field);
    field->setAccessibleName(caption);
    field->setAccessibleDescription(help);
    field->setStatusTip(help);
    if (field->toolTip().isEmpty()) field->setToolTip(help);
    addWidget(box);
}

/// The end time, or none.
QWidget* PickerBar::makeDuration() {
    endless_ = new QToolButton;
    endless_->setObjectName("endless");
    endless_->setText(QStringLiteral("∞"));
    endless_->setCheckable(true);
    endless_->setAccessibleName(tr("Until stopped"));
    const auto explain = [this] {
        endless_->setToolTip(tr("Runs until paused. When the recording exceeds its memory of %1 "
                                "MiB (menu Run), older samples are thinned out.")
                                 .arg(recordMebibytes()));
    };
    explain();
    connect(&run_, &RunController::runChanged, endless_, explain);
    connect(endless_, &QToolButton::clicked, this, [this](bool on) {
        RunSpec spec = *run_.settings();
        spec.duration = on ? std::numeric_limits<double>::infinity() : duration_->value();
        apply(spec, on ? tr("no end") : tr("duration %1").arg(duration_->text()));
    });
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(duration_);
    row->addWidget(endless_);
    both->setFocusProxy(duration_);
    duration_->setAccessibleName(tr("Duration"));
    return both;
}

QWidget* PickerBar::makeHelp() {
    auto* button = new QToolButton(this);
    button->setObjectName("formulationHelp");
    button->setIcon(themedIcon("help"));
    button->setAutoRaise(true);
    button->setToolTip(tr("Equations, source and limits of this formulation (F1)"));
    button->setAccessibleName(tr("Help on the formulation"));
    connect(button, &QToolButton::clicked, this,
            [this] { Q_EMIT helpWanted(formulation_->chosen()); });
    return button;
}

QWidget* PickerBar::makeMore() {
    more_ = new MoreSettings(this);
    connect(more_, &MoreSettings::edited, this, &PickerBar::apply);
    connect(more_, &MoreSettings::estimateErrorToggled, this, [this](bool on) {
        run_.setEstimatesError(on);
        if (run_.hasRun()) Q_EMIT changed(on ? tr("an error estimate") : tr("no error estimate"));
    });
    auto* menu = new QMenu(this);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(more_);
    menu->addAction(action);
    auto* button = new QToolButton(this);
    button->setObjectName("more");
    button->setIcon(themedIcon("settings"));
    button->setToolTip(
        tr("More settings: recording interval, error estimate, tolerances, stabilisation, Newton's "
           "method"));
    button->setAccessibleName(tr("More settings"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

void PickerBar::edit(QuantityField* field, double RunSpec::*member, const QString& name) {
    connect(field, &QuantityField::edited, this, [this, field, member, name](double value) {
        if (!run_.settings()) return;
        RunSpec spec = *run_.settings();
        if (spec.*member == value) return;
        spec.*member = value;
        apply(spec, QStringLiteral("%1 %2").arg(name, field->text()));
    });
}

/// Integrator and backend change if the new formulation does not support the current ones.
void PickerBar::chooseFormulation(const QString& id) {
    if (run_.settings()->formulation == id.toStdString()) return;
    const auto [spec, integrator, backend] =
        withFormulation(*catalogue_, *run_.wantedModel(), *run_.settings(), id.toStdString());
    QString what = tr("formulation %1").arg(id);
    if (integrator)
        what += tr(" and its integrator %1").arg(QString::fromStdString(spec.integrator));
    if (backend) what += tr(" on backend %1").arg(QString::fromStdString(spec.backend));
    apply(spec, what);
}

void PickerBar::apply(const RunSpec& spec, const QString& what) {
    if (!run_.settings()) return;
    run_.applySpec(spec);
    Q_EMIT changed(what);
}

void PickerBar::show(const RunSpec& spec, const Model* model) {
    formulation_->setChoices(catalogue_->formulations(model));
    backend_->setChoices(catalogue_->backends(spec.formulation));
    integrator_->setChoices(catalogue_->integrators(spec.formulation));
    formulation_->setChosen(spec.formulation);
    backend_->setChosen(spec.backend);
    integrator_->setChosen(spec.integrator);
    step_->showValue(spec.step);
    if (!isEndless(spec)) duration_->showValue(spec.duration);
}

void PickerBar::follow() {
    for (QWidget* field : std::initializer_list<QWidget*>{formulation_, backend_, integrator_,
                                                          step_, duration_, endless_})
        field->setEnabled(run_.settings().has_value());
    if (!run_.settings()) return show(catalogue_->defaults(Model{}), nullptr);
    const RunSpec spec = *run_.settings();
    show(spec, run_.wantedModel().get());
    duration_->setEnabled(!isEndless(spec));
    endless_->setChecked(isEndless(spec));
    more_->show(spec, run_.estimatesError());
}

}  // namespace momentree::app
