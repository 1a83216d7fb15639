// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_settings/run_fields.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
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

RunFields::RunFields(RunController& run, std::shared_ptr<const Catalogue> catalogue,
                     const QString& prefix, QWidget* parent)
    : QObject(parent), run_(run), catalogue_(std::move(catalogue)) {
    const auto named = [&](auto* widget, const char* name) {
        widget->setObjectName(prefix + QLatin1String(name));
        return widget;
    };
    formulation = named(new ChoiceCombo(parent), "formulation");
    backend = named(new ChoiceCombo(parent), "backend");
    integrator = named(new ChoiceCombo(parent), "integrator");
    step = named(new QuantityField("s", parent), "step");
    duration = named(new QuantityField("s", parent), "duration");
    more = new MoreSettings(parent, prefix);
    help = named(new QToolButton(parent), "formulationHelp");
    help->setIcon(themedIcon("help"));
    help->setAutoRaise(true);
    connect(help, &QToolButton::clicked, this,
            [this] { Q_EMIT helpWanted(formulation->chosen()); });
    makeEndless(prefix, parent);
    describe();
    connect(formulation, &ChoiceCombo::chosenByUser, this, &RunFields::chooseFormulation);
    choose(backend, &RunSpec::backend, tr("backend"));
    choose(integrator, &RunSpec::integrator, tr("integrator"));
    edit(step, &RunSpec::step, tr("step"));
    edit(duration, &RunSpec::duration, tr("duration"));
    connect(more, &MoreSettings::edited, this, &RunFields::apply);
    connect(more, &MoreSettings::estimateErrorToggled, this, [this](bool on) {
        run_.setEstimatesError(on);
        if (run_.hasRun()) Q_EMIT changed(on ? tr("an error estimate") : tr("no error estimate"));
    });
    connect(&run_, &RunController::runChanged, this, &RunFields::follow);
    connect(&run_, &RunController::refused, this, &RunFields::follow);
    connect(&run_.playback(), &Playback::stateChanged, this, [this] {
        if (!run_.hasRun()) follow();
    });
    follow();
}

void RunFields::describe() {
    const auto about = [](QWidget* field, const QString& name, const QString& text) {
        field->setAccessibleName(name);
        field->setAccessibleDescription(text);
        field->setStatusTip(text);
        if (field->toolTip().isEmpty()) field->setToolTip(text);
    };
    about(formulation, tr("Formulation"), tr("Formulation of the equations of motion"));
    about(backend, tr("Backend"), tr("Backend that computes the equations"));
    about(integrator, tr("Integrator"), tr("Integrator in time"));
    about(step, tr("Step"),
          tr("Step size: more than 0 s, for example 0.002, 2 ms or 2e-3. The arrow keys step "
             "through 1, 2, 5"));
    about(duration, tr("Duration"),
          tr("Simulated time at which the run ends: more than 0 s, or ∞ to run until stopped"));
    about(help, tr("Help on the formulation"),
          tr("Equations, source and limits of this formulation (F1)"));
}

void RunFields::makeEndless(const QString& prefix, QWidget* parent) {
    endless = new QToolButton(parent);
    endless->setObjectName(prefix + QStringLiteral("endless"));
    endless->setText(QStringLiteral("∞"));
    endless->setCheckable(true);
    endless->setAccessibleName(tr("Until stopped"));
    const auto explain = [this] {
        endless->setToolTip(tr("Runs until paused. When the recording exceeds its memory of %1 "
                               "MiB (menu Run), older samples are thinned out.")
                                .arg(recordMebibytes()));
    };
    explain();
    connect(&run_, &RunController::runChanged, endless, explain);
    connect(endless, &QToolButton::clicked, this, [this](bool on) {
        RunSpec spec = *run_.settings();
        spec.duration = on ? std::numeric_limits<double>::infinity() : duration->value();
        apply(spec, on ? tr("no end") : tr("duration %1").arg(duration->text()));
    });
}

QWidget* RunFields::durationRow() {
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(duration);
    row->addWidget(endless);
    both->setFocusProxy(duration);
    return both;
}

QWidget* RunFields::captioned(const QString& caption, QWidget* field, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    auto* label = new QLabel(caption, box);
    label->setFont(textFont(TextSize::Caption, label->font()));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(field);
    layout->addWidget(label);
    layout->addWidget(field);
    return box;
}

void RunFields::choose(ChoiceCombo* combo, std::string RunSpec::*member, const QString& name) {
    connect(combo, &ChoiceCombo::chosenByUser, this, [this, member, name](const QString& id) {
        RunSpec spec = *run_.settings();
        if (spec.*member == id.toStdString()) return;
        spec.*member = id.toStdString();
        apply(spec, QStringLiteral("%1 %2").arg(name, id));
    });
}

void RunFields::edit(QuantityField* field, double RunSpec::*member, const QString& name) {
    connect(field, &QuantityField::edited, this, [this, field, member, name](double value) {
        if (!run_.settings()) return;
        RunSpec spec = *run_.settings();
        if (spec.*member == value) return;
        spec.*member = value;
        apply(spec, QStringLiteral("%1 %2").arg(name, field->text()));
    });
}

/// Integrator and backend change if the new formulation does not support the current ones.
void RunFields::chooseFormulation(const QString& id) {
    if (run_.settings()->formulation == id.toStdString()) return;
    const auto [spec, newIntegrator, newBackend] =
        withFormulation(*catalogue_, *run_.wantedModel(), *run_.settings(), id.toStdString());
    QString what = tr("formulation %1").arg(id);
    if (newIntegrator)
        what += tr(" and its integrator %1").arg(QString::fromStdString(spec.integrator));
    if (newBackend) what += tr(" on backend %1").arg(QString::fromStdString(spec.backend));
    apply(spec, what);
}

void RunFields::apply(const RunSpec& spec, const QString& what) {
    if (!run_.settings()) return;
    run_.applySpec(spec);
    Q_EMIT changed(what);
}

void RunFields::show(const RunSpec& spec, const Model* model) {
    formulation->setChoices(catalogue_->formulations(model));
    backend->setChoices(catalogue_->backends(spec.formulation, model));
    integrator->setChoices(catalogue_->integrators(spec.formulation, model));
    formulation->setChosen(spec.formulation);
    backend->setChosen(spec.backend);
    integrator->setChosen(spec.integrator);
    step->showValue(spec.step);
    if (!isEndless(spec)) duration->showValue(spec.duration);
}

void RunFields::follow() {
    for (QWidget* field :
         std::initializer_list<QWidget*>{formulation, backend, integrator, step, duration, endless})
        field->setEnabled(run_.settings().has_value());
    if (!run_.settings()) return show(catalogue_->defaults(Model{}), nullptr);
    const RunSpec spec = *run_.settings();
    show(spec, run_.wantedModel().get());
    duration->setEnabled(!isEndless(spec));
    endless->setChecked(isEndless(spec));
    more->show(spec, run_.estimatesError());
}

}  // namespace momentree::app
