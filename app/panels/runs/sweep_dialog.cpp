// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/sweep_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <cmath>

#include "app/base/number_text.hpp"
#include "app/runs/run_controller.hpp"
#include "app/runs/run_set.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int mostRuns = 32;  ///< for more, use a study and `momentree compare`

}  // namespace

std::vector<double> sweepValues(double from, double to, int count, bool logarithmic) {
    std::vector<double> values;
    for (int k = 0; k < count; ++k) {
        const double s = count > 1 ? static_cast<double>(k) / (count - 1) : 0.0;
        values.push_back(k == 0           ? from
                         : k == count - 1 ? to
                         : logarithmic    ? from * std::pow(to / from, s)
                                          : from + s * (to - from));
    }
    return values;
}

SweepDialog::SweepDialog(RunSet& runs, const RunController& onScreen, QWidget* parent)
    : QDialog(parent),
      runs_(runs),
      model_(onScreen.sharedModel()),
      spec_(onScreen.session().spec()) {
    setObjectName("sweepDialog");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Sweep a parameter"));
    what_ = new QComboBox(this);
    for (const ParameterDescription& parameter : model_->description.parameters)
        what_->addItem(QString::fromStdString(parameter.name),
                       QString::fromStdString(parameter.name));
    what_->addItem(tr("Step [s]"), QString());
    from_ = new QLineEdit(this);
    to_ = new QLineEdit(this);
    count_ = new QSpinBox(this);
    count_->setRange(2, mostRuns);
    count_->setValue(5);
    logarithmic_ = new QCheckBox(tr("Logarithmic spacing"), this);
    values_ = new QLabel(this);
    values_->setWordWrap(true);
    values_->setMinimumWidth(320);
    auto* form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto row = [form](const char* name, const QString& caption, QWidget* field) {
        field->setObjectName(QString::fromLatin1(name));
        field->setAccessibleName(caption);
        form->addRow(caption, field);
    };
    row("sweepWhat", tr("Parameter"), what_);
    row("sweepFrom", tr("From"), from_);
    row("sweepTo", tr("To"), to_);
    row("sweepCount", tr("Runs"), count_);
    form->addRow(QString(), logarithmic_);
    form->addRow(values_);
    if (model_->description.parameters.empty()) {
        auto* none =
            new QLabel(tr("This model has no parameters; add one in the panel Parameters."), this);
        none->setWordWrap(true);
        none->setForegroundRole(QPalette::PlaceholderText);
        form->addRow(none);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    add_ = buttons->addButton(tr("Add runs"), QDialogButtonBox::AcceptRole);
    add_->setObjectName("sweepAdd");
    form->addRow(buttons);
    connect(what_, &QComboBox::currentIndexChanged, this, &SweepDialog::propose);
    for (QLineEdit* field : {from_, to_})
        connect(field, &QLineEdit::textChanged, this, &SweepDialog::preview);
    connect(count_, &QSpinBox::valueChanged, this, &SweepDialog::preview);
    connect(logarithmic_, &QCheckBox::toggled, this, &SweepDialog::preview);
    connect(buttons, &QDialogButtonBox::accepted, this, &SweepDialog::add);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    propose();
}

bool SweepDialog::ofStep() const { return what_->currentData().toString().isEmpty(); }

void SweepDialog::propose() {
    double low = spec_.step / 8.0, high = spec_.step;
    if (!ofStep()) {
        const ParameterDescription& parameter =
            model_->description.parameters[static_cast<std::size_t>(what_->currentIndex())];
        const double value = parameter.value.value;
        low = parameter.minimum.value_or(value == 0.0 ? -1.0 : 0.8 * value);
        high = parameter.maximum.value_or(value == 0.0 ? 1.0 : 1.2 * value);
    }
    logarithmic_->setChecked(ofStep());
    from_->setText(QString::fromStdString(numberText(low, 6)));
    to_->setText(QString::fromStdString(numberText(high, 6)));
    preview();
}

std::vector<double> SweepDialog::values() const {
    bool first = false, second = false;
    const double from = QLocale::c().toDouble(from_->text().replace(',', '.'), &first);
    const double to = QLocale::c().toDouble(to_->text().replace(',', '.'), &second);
    const bool positive = from > 0.0 && to > 0.0;
    if (!first || !second || from == to || ((logarithmic_->isChecked() || ofStep()) && !positive))
        return {};
    return sweepValues(from, to, count_->value(), logarithmic_->isChecked());
}

void SweepDialog::preview() {
    QStringList texts;
    for (const double value : values()) texts << shortText(value, 4);
    add_->setEnabled(!texts.isEmpty());
    values_->setText(texts.isEmpty() ? tr("Enter two different numbers in SI units; steps and "
                                          "logarithmic values must be positive")
                                     : texts.join(QStringLiteral(", ")));
}

void SweepDialog::add() {
    const RunSet::Gesture together(runs_);
    for (const double value : values()) {
        RunRequest request{.spec = spec_, .model = model_};
        if (ofStep())
            request.spec.step = value;
        else
            request.parameters = {
                {what_->currentData().toString().toStdString(), numberText(value)}};
        runs_.add(std::move(request));
    }
    accept();
}

}  // namespace momentree::app
