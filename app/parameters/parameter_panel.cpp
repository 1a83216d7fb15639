// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parameters/parameter_panel.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/editing/references.hpp"
#include "app/inspector/field.hpp"
#include "app/messages/messages_panel.hpp"
#include "app/status/number_text.hpp"
#include "app/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

constexpr int sliderSteps = 1000;

/// Whether a parameter follows from others, so that it has nothing to slide.
bool follows(const ModelDescription& model, const ParameterDescription& parameter) {
    const QString text = QString::fromStdString(parameter.value.text);
    return std::ranges::any_of(model.parameters, [&](const ParameterDescription& other) {
        const QString name = QRegularExpression::escape(QString::fromStdString(other.name));
        return text.contains(QRegularExpression("\\b" + name + "\\b"));
    });
}

std::string freeParameterName(const ModelDescription& model) {
    for (int k = 1;; ++k) {
        std::string name = QStringLiteral("p%1").arg(k).toStdString();
        if (std::ranges::find(model.parameters, name, &ParameterDescription::name) ==
            model.parameters.end())
            return name;
    }
}

/// Round to what a step of the slider can tell apart.
double rounded(double value, double step) {
    const double unit = std::pow(10.0, std::floor(std::log10(step)));
    const double r = std::round(value / unit) * unit;
    return QString::number(r, 'g', 12).toDouble();
}

}  // namespace

ParameterPanel::ParameterPanel(ModelDocument& document, QWidget* parent)
    : QWidget(parent), document_(document) {
    auto* add = new QToolButton(this);
    add->setObjectName("addParameter");
    add->setText(tr("New parameter"));
    add->setIcon(themedIcon("add"));
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add->setAutoRaise(true);
    add->setToolTip(tr("Adds a number with a name, for use in every field: 2*p1"));
    connect(add, &QToolButton::clicked, this, &ParameterPanel::addParameter);
    empty_ = new QLabel(tr("A parameter is a number with a name. Write the name, or 2*name, in any "
                           "field of the properties; its slider then changes the model while it "
                           "runs."),
                        this);
    empty_->setWordWrap(true);
    empty_->setMargin(8);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    holder_ = new QWidget(this);
    auto* holding = new QVBoxLayout(holder_);
    holding->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(holder_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(2);
    layout->addWidget(empty_);
    layout->addWidget(scroll, 1);
    layout->addWidget(add, 0, Qt::AlignLeft);
    connect(&document_, &ModelDocument::replaced, this, [this] { ranges_.clear(); });
    connect(&document_, &ModelDocument::changed, this, &ParameterPanel::refresh);
    rebuild();
}

void ParameterPanel::refresh() {
    const auto& parameters = document_.description().parameters;
    const bool same =
        std::ranges::equal(parameters, rows_, {}, &ParameterDescription::name, &Row::name);
    same ? showValues() : rebuild();
}

void ParameterPanel::rebuild() {
    // What is being told of right now may be a field of the old page.
    if (page_) {
        page_->hide();
        page_->deleteLater();
    }
    rows_.clear();
    page_ = new QWidget(holder_);
    auto* grid = new QGridLayout(page_);
    grid->setContentsMargins(4, 2, 4, 2);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    const std::size_t count = document_.description().parameters.size();
    for (std::size_t k = 0; k < count; ++k) addRow(k);
    grid->setRowStretch(static_cast<int>(count), 1);
    holder_->layout()->addWidget(page_);
    empty_->setVisible(count == 0);
    showValues();
}

void ParameterPanel::addRow(std::size_t index) {
    const ParameterDescription& parameter = document_.description().parameters[index];
    const QString name = QString::fromStdString(parameter.name);
    auto* grid = static_cast<QGridLayout*>(page_->layout());
    const int row = static_cast<int>(index);
    auto* title = new QLineEdit(name, page_);
    title->setObjectName("name of " + name);
    title->setAccessibleName(tr("Name of parameter %1").arg(name));
    title->setFixedWidth(72);
    auto* slider = new QSlider(Qt::Horizontal, page_);
    slider->setObjectName("slider " + name);
    slider->setAccessibleName(name);
    slider->setRange(0, sliderSteps);
    auto* value = new QLineEdit(page_);
    value->setObjectName("value of " + name);
    value->setAccessibleName(tr("Value of %1").arg(name));
    value->setFixedWidth(84);
    auto* gone = new QToolButton(page_);
    gone->setIcon(themedIcon("delete"));
    gone->setAutoRaise(true);
    gone->setToolTip(tr("Delete %1").arg(name));
    grid->addWidget(title, row, 0);
    grid->addWidget(slider, row, 1);
    grid->addWidget(value, row, 2);
    grid->addWidget(gone, row, 3);
    rows_.push_back({parameter.name, title, value, slider});
    connect(title, &QLineEdit::editingFinished, this,
            [this, index, title] { rename(index, title->text().trimmed()); });
    connect(value, &QLineEdit::editingFinished, this,
            [this, index, value] { take(index, value->text()); });
    connect(slider, &QSlider::sliderPressed, this, [this] { gesture_ = document_.newGesture(); });
    connect(slider, &QSlider::valueChanged, this,
            [this, index](int position) { slide(index, position); });
    connect(gone, &QToolButton::clicked, this, [this, row, name] {
        const auto done = document_.edit(tr("Delete parameter %1").arg(name), [&](auto& model) {
            remove(model, {{Element::Kind::Parameter, row}});
        });
        if (!done)
            Q_EMIT refused(tr("%1 is in use: %2").arg(name, diagnosticText(done.error().front())));
    });
}

ParameterPanel::Range& ParameterPanel::rangeOf(const ParameterDescription& parameter) {
    const double value = parameter.value.value;
    const auto [found, fresh] = ranges_.try_emplace(parameter.name);
    Range& range = found->second;
    if (fresh) {
        const double size = value == 0.0 ? 1.0 : std::abs(value);
        range = {value - 0.5 * size, value + 0.5 * size};
    }
    if (parameter.minimum) range.low = *parameter.minimum;
    if (parameter.maximum) range.high = *parameter.maximum;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
    return range;
}

void ParameterPanel::showValues() {
    const ModelDescription& model = document_.description();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const ParameterDescription& parameter = model.parameters[k];
        const Row& row = rows_[k];
        const Range range = rangeOf(parameter);
        const double part = (parameter.value.value - range.low) / (range.high - range.low);
        const bool derived = follows(model, parameter);
        {
            const QSignalBlocker quiet(row.slider);
            row.slider->setValue(static_cast<int>(std::lround(part * sliderSteps)));
        }
        row.slider->setEnabled(!derived);
        row.slider->setToolTip(
            derived ? tr("Follows from other parameters")
                    : tr("From %1 to %2").arg(valueText(range.low, 4), valueText(range.high, 4)));
        if (!row.value->hasFocus() || !row.value->isModified())
            row.value->setText(scalarText(parameter.value));
        row.value->setToolTip(QStringLiteral("%1 %2").arg(valueText(parameter.value.value, 6),
                                                          QString::fromStdString(parameter.unit)));
    }
}

void ParameterPanel::addParameter() {
    ParameterDescription parameter;
    parameter.name = freeParameterName(document_.description());
    parameter.value = 1.0;
    const auto done = document_.edit(tr("New parameter"),
                                     [&](auto& model) { model.parameters.push_back(parameter); });
    if (!done || rows_.empty()) return;
    rows_.back().title->setFocus();
    rows_.back().title->selectAll();
}

void ParameterPanel::take(std::size_t index, const QString& text) {
    Row& row = rows_[index];
    row.value->setModified(false);
    if (text == scalarText(document_.description().parameters[index].value)) return;
    const auto done = document_.edit(
        tr("Change %1").arg(QString::fromStdString(row.name)),
        [&](ModelDescription& model) { model.parameters[index].value = scalarFrom(text); });
    if (done) return;
    Q_EMIT refused(diagnosticText(done.error().front()));
    showValues();
}

void ParameterPanel::slide(std::size_t index, int position) {
    const ParameterDescription& parameter = document_.description().parameters[index];
    const Range range = rangeOf(parameter);
    const double step = (range.high - range.low) / sliderSteps;
    const double value = rounded(range.low + position * step, step);
    // Keys move a slider without pressing it: each is a step of its own.
    const int gesture = rows_[index].slider->isSliderDown() ? gesture_ : 0;
    const auto done = document_.edit(
        tr("Change %1").arg(QString::fromStdString(parameter.name)),
        [&](ModelDescription& model) { model.parameters[index].value = value; }, gesture);
    if (!done) Q_EMIT refused(diagnosticText(done.error().front()));
}

void ParameterPanel::rename(std::size_t index, const QString& name) {
    const std::string old = rows_[index].name;
    if (name.toStdString() == old) return;
    QString why;
    const auto done = document_.edit(tr("Rename to %1").arg(name), [&](ModelDescription& model) {
        why = renameParameter(model, old, name);
    });
    if (why.isEmpty() && !done) why = diagnosticText(done.error().front());
    if (why.isEmpty()) return;
    Q_EMIT refused(why);
    rows_[index].title->setText(QString::fromStdString(old));
}

}  // namespace momentree::app
