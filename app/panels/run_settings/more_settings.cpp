// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_settings/more_settings.hpp"

#include <QCheckBox>
#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include "app/base/quantity_field.hpp"
#include "core/session/built_in.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

bool always(const RunSpec&) { return true; }
bool adapts(const RunSpec& spec) { return isAdaptive(spec.integrator); }
bool isIndex3(const RunSpec& spec) { return spec.formulation == "index3-dca"; }
bool iterates(const RunSpec& spec) {
    const std::string owner = ownerOf(spec.integrator);
    return !owner.empty() && owner != "soft";
}
bool holdsImpulses(const RunSpec& spec) {
    return spec.formulation == "hdca" || spec.formulation == "naudet" ||
           spec.formulation == "hamilton-index2";
}
bool isFedBack(const RunSpec& spec) { return ownerOf(spec.integrator).empty(); }

}  // namespace

MoreSettings::MoreSettings(QWidget* parent, QString prefix)
    : QWidget(parent), prefix_(std::move(prefix)), layout_(new QFormLayout(this)) {
    layout_->setContentsMargins(14, 12, 14, 12);
    addQuantity(&RunSpec::sample, "s", "sample", tr("Record every"),
                tr("Interval of recorded samples in seconds"), always);
    estimateError_ = new QCheckBox(this);
    connect(estimateError_, &QCheckBox::toggled, this, &MoreSettings::estimateErrorToggled);
    add({estimateError_, [](const RunSpec&) {}, always}, "estimateError", tr("Estimate the error"),
        tr("Compares the run with one of half the step or tighter tolerances; takes two to three "
           "times as long"));
    addQuantity(&RunSpec::relativeTolerance, "", "relativeTolerance", tr("Relative tolerance"),
                tr("Error per step relative to the state"), adapts);
    addQuantity(&RunSpec::absoluteTolerance, "", "absoluteTolerance", tr("Absolute tolerance"),
                tr("Error per step in SI units"), adapts);
    addSwitch(
        &RunSpec::correction, "correction", tr("Correct after steps"),
        tr("Moves pose and velocities back onto the constraints after every step; without it, "
           "they drift"),
        isFedBack);
    addQuantity(&RunSpec::baumgarte, "1/s", "baumgarte", tr("Baumgarte rate"),
                tr("Decay rate of constraint violations"), isFedBack, true);
    addQuantity(&RunSpec::momentumReset, "s", "momentumReset", tr("Momentum reset"),
                tr("Minimum time between resets of the loop impulses in the momenta; 0 resets them "
                   "after every step"),
                holdsImpulses, true);
    addQuantity(&RunSpec::penalty, "", "penalty", tr("Penalty"),
                tr("Penalty of constraint violations, times step² / 4, relative to the mass; "
                   "larger values converge faster, up to rounding"),
                iterates);
    addCount(&RunSpec::newtonIterations, 1, 1000, "newtonIterations", tr("Newton iterations"),
             tr("Maximum per step"), iterates);
    addQuantity(&RunSpec::newtonTolerance, "", "newtonTolerance", tr("Newton tolerance"),
                tr("Change at which the iterations of a step stop; 0 always uses all iterations, "
                   "so that every step costs the same"),
                iterates, true);
    addCount(&RunSpec::projections, 0, 10, "projections", tr("Projections"),
             tr("Projections of velocities and accelerations onto the constraints, per step"),
             isIndex3);
    addSwitch(&RunSpec::modifiedNewton, "modifiedNewton", tr("Modified Newton"),
              tr("Keeps the first tangent matrix of a step; cheaper, but long chains diverge"),
              isIndex3);
}

void MoreSettings::add(Row row, const QString& name, const QString& caption, const QString& help) {
    row.field->setObjectName(prefix_ + name);
    row.field->setToolTip(help);
    row.field->setAccessibleName(caption);
    layout_->addRow(caption, row.field);
    rows_.push_back(std::move(row));
}

void MoreSettings::tell(const QString& caption, const QString& value) {
    Q_EMIT edited(spec_, QStringLiteral("%1 %2").arg(caption.toLower(), value));
}

void MoreSettings::addQuantity(double RunSpec::*member, const QString& unit, const QString& name,
                               const QString& caption, const QString& help,
                               std::function<bool(const RunSpec&)> applies, bool mayBeZero) {
    auto* field = new QuantityField(unit, this);
    if (mayBeZero) {
        field->setMinimum(0.0);
        field->setSpecialValueText({});
    }
    connect(field, &QuantityField::edited, this, [this, field, member, caption](double value) {
        if (spec_.*member == value) return;
        spec_.*member = value;
        tell(caption, field->text());
    });
    const auto show = [field, member](const RunSpec& spec) { field->showValue(spec.*member); };
    const QString range = mayBeZero ? tr("0 or more") : tr("More than 0");
    const QString usual = member == &RunSpec::sample
                              ? tr("default: a thousandth of the duration")
                              : tr("usually %1").arg(field->textFromValue(RunSpec{}.*member));
    add({field, show, std::move(applies)}, name, caption,
        QStringLiteral("%1\n%2; %3").arg(help, range, usual));
}

void MoreSettings::addCount(int RunSpec::*member, int least, int most, const QString& name,
                            const QString& caption, const QString& help,
                            std::function<bool(const RunSpec&)> applies) {
    auto* field = new QSpinBox(this);
    field->setRange(least, most);
    field->setAlignment(Qt::AlignRight);
    field->setKeyboardTracking(false);
    connect(field, &QSpinBox::valueChanged, this, [this, member, caption](int value) {
        spec_.*member = value;
        tell(caption, QString::number(value));
    });
    const auto show = [field, member](const RunSpec& spec) {
        const QSignalBlocker quiet(field);
        field->setValue(spec.*member);
    };
    const QString range =
        tr("From %1 to %2; default %3").arg(least).arg(most).arg(RunSpec{}.*member);
    add({field, show, std::move(applies)}, name, caption,
        QStringLiteral("%1\n%2").arg(help, range));
}

void MoreSettings::addSwitch(bool RunSpec::*member, const QString& name, const QString& caption,
                             const QString& help, std::function<bool(const RunSpec&)> applies) {
    auto* field = new QCheckBox(this);
    connect(field, &QCheckBox::toggled, this, [this, member, caption](bool on) {
        spec_.*member = on;
        tell(caption, on ? tr("on") : tr("off"));
    });
    const auto show = [field, member](const RunSpec& spec) {
        const QSignalBlocker quiet(field);
        field->setChecked(spec.*member);
    };
    add({field, show, std::move(applies)}, name, caption, help);
}

void MoreSettings::show(const RunSpec& spec, bool estimateError) {
    spec_ = spec;
    const QSignalBlocker quiet(estimateError_);
    estimateError_->setChecked(estimateError);
    for (const Row& row : rows_) {
        row.show(spec);
        layout_->setRowVisible(row.field, row.applies(spec));
    }
    adjustSize();
}

}  // namespace momentree::app
