// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/parameters/parameter_panel.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/base/scrolling.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/unit_line.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/number_keys.hpp"

namespace momentree::app {
namespace {

constexpr int sliderSteps = 1000;
constexpr int nameWidth = 56, limitWidth = 76, sliderWidth = 64;  ///< smallest usable widths [px]

/// Whether a parameter depends on others and so has no slider.
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

/// Of plain numbers in the fields of a parameter: as it is written, or as its quantity is shown.
DisplayUnit unitOf(const ParameterDescription& parameter) {
    const DisplayUnit written = writtenUnit(parameter.value);
    return written.label.isEmpty() ? displayUnit(QString::fromStdString(parameter.unit)) : written;
}

/// Rounded to the resolution of a slider step.
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
    add->setToolTip(tr("Adds a parameter for use in any field: 2*p1"));
    connect(add, &QToolButton::clicked, this, &ParameterPanel::addParameter);
    empty_ = new QLabel(
        tr("A parameter is a named number. Enter its name, or an expression such as 2*name, in any "
           "property field; its slider then changes the model during the run."),
        this);
    empty_->setWordWrap(true);
    empty_->setMargin(8);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    holder_ = new QWidget(this);
    auto* holding = new QVBoxLayout(holder_);
    holding->setContentsMargins(0, 0, 0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(2);
    layout->addWidget(empty_);
    layout->addWidget(scrolling(holder_, this), 1);
    layout->addWidget(add, 0, Qt::AlignLeft);
    connect(&document_, &ModelDocument::replaced, this, [this] { ranges_.clear(); });
    connect(&document_, &ModelDocument::changed, this, &ParameterPanel::refresh);
    rebuild();
}

void ParameterPanel::refresh() {
    const auto& parameters = document_.description().parameters;
    if (parameters.size() != rows_.size()) return rebuild();
    // A renamed row stays in place and keeps the focus.
    for (std::size_t k = 0; k < rows_.size(); ++k)
        if (rows_[k].name != parameters[k].name) nameRow(rows_[k], parameters[k].name);
    showValues();
}

void ParameterPanel::rebuild() {
    // The current signal may come from a field of the old page.
    if (page_) {
        page_->hide();
        page_->deleteLater();
    }
    rows_.clear();
    page_ = new QWidget(holder_);
    auto* column = new QVBoxLayout(page_);
    column->setContentsMargins(4, 2, 4, 2);
    column->setSpacing(10);
    const std::size_t count = document_.description().parameters.size();
    for (std::size_t k = 0; k < count; ++k) addRow(k);
    column->addStretch(1);
    holder_->layout()->addWidget(page_);
    empty_->setVisible(count == 0);
    showValues();
}

UnitLine* ParameterPanel::addField(int width) {
    auto* field = new UnitLine({}, page_);
    field->setMinimumWidth(width);
    field->installEventFilter(new NumberKeys(field));
    return field;
}

/// Two lines, so that the slider is as wide as possible in a narrow dock. Created in the order of
/// the Tab key.
void ParameterPanel::addRow(std::size_t index) {
    auto* title = new QLineEdit(page_);
    title->setMinimumWidth(nameWidth);
    auto* value = addField(nameWidth);
    auto* gone = new QToolButton(page_);
    gone->setIcon(themedIcon("delete"));
    gone->setAutoRaise(true);
    auto* low = addField(limitWidth);
    auto* slider = new QSlider(Qt::Horizontal, page_);
    slider->setRange(0, sliderSteps);
    slider->setSingleStep(sliderSteps / 100);
    slider->setPageStep(sliderSteps / 10);
    slider->setMinimumWidth(sliderWidth);
    auto* high = addField(limitWidth);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(2);
    auto* upper = new QHBoxLayout;
    upper->addWidget(title, 1);
    upper->addWidget(new QLabel(QStringLiteral("="), page_));
    upper->addWidget(value, 1);
    upper->addWidget(gone);
    auto* lower = new QHBoxLayout;
    for (QLineEdit* limit : {low, high}) {
        limit->setMaximumWidth(limitWidth);
        limit->setAlignment(limit == low ? Qt::AlignLeft : Qt::AlignRight);
    }
    lower->addWidget(low);
    lower->addWidget(slider, 1);
    lower->addWidget(high);
    rows->addLayout(upper);
    rows->addLayout(lower);
    static_cast<QVBoxLayout*>(page_->layout())->addLayout(rows);
    rows_.push_back({{}, title, value, low, high, slider, gone});
    nameRow(rows_.back(), document_.description().parameters[index].name);
    connectRow(index);
}

void ParameterPanel::nameRow(Row& row, const std::string& to) {
    row.name = to;
    const QString name = QString::fromStdString(to);
    const auto call = [&](QWidget* widget, const QString& object, const QString& accessible) {
        widget->setObjectName(object);
        widget->setAccessibleName(accessible);
    };
    call(row.title, "name of " + name, tr("Name of parameter %1").arg(name));
    call(row.value, "value of " + name, tr("Value of %1").arg(name));
    call(row.low, "least of " + name, tr("Lower end of the slider of %1").arg(name));
    call(row.slider, "slider " + name, name);
    call(row.high, "most of " + name, tr("Upper end of the slider of %1").arg(name));
    call(row.gone, "delete " + name, tr("Delete %1").arg(name));
    row.gone->setToolTip(tr("Delete %1").arg(name));
    if (!row.title->isModified()) row.title->setText(name);
}

void ParameterPanel::connectRow(std::size_t index) {
    const Row row = rows_[index];
    connect(row.title, &QLineEdit::editingFinished, this, [this, index, title = row.title] {
        title->setModified(false);
        rename(index, title->text().trimmed());
    });
    // Queued after the key, which would move the focus to the picture.
    connect(row.title, &QLineEdit::returnPressed, row.value, [value = row.value] {
        const auto goOn = [value] {
            value->setFocus();
            value->selectAll();
        };
        QMetaObject::invokeMethod(value, goOn, Qt::QueuedConnection);
    });
    connect(row.value, &QLineEdit::editingFinished, this,
            [this, index, value = row.value] { take(index, value->text()); });
    connect(row.low, &QLineEdit::editingFinished, this, [this, index] { takeLimit(index, false); });
    connect(row.high, &QLineEdit::editingFinished, this, [this, index] { takeLimit(index, true); });
    connect(row.slider, &QSlider::sliderPressed, this,
            [this] { gesture_ = document_.newGesture(); });
    connect(row.slider, &QSlider::valueChanged, this,
            [this, index](int position) { slide(index, position); });
    connect(row.gone, &QToolButton::clicked, this, [this, index] { removeParameter(index); });
}

void ParameterPanel::removeParameter(std::size_t index) {
    const QString name = QString::fromStdString(rows_[index].name);
    const auto done = document_.edit(tr("Delete parameter %1").arg(name), [&](auto& model) {
        remove(model, {{Element::Kind::Parameter, static_cast<int>(index)}});
    });
    if (!done)
        Q_EMIT refused(tr("%1 is in use; first change: %2")
                           .arg(name, QString::fromStdString(done.error().front().place.str())));
}

ParameterPanel::Range ParameterPanel::rangeOf(const ParameterDescription& parameter) {
    const double value = parameter.value.value;
    const auto [found, fresh] = ranges_.try_emplace(parameter.name);
    Range& own = found->second;
    const double least = parameter.minimum.value_or(own.low);
    const double most = parameter.maximum.value_or(own.high);
    if (fresh || value < least || value > most)
        own = value == 0.0
                  ? Range{-1.0, 1.0}
                  : Range{std::min(0.5 * value, 2.0 * value), std::max(0.5 * value, 2.0 * value)};
    Range range{parameter.minimum.value_or(own.low), parameter.maximum.value_or(own.high)};
    const double size = own.high - own.low;
    if (range.low >= range.high && parameter.minimum) range.high = range.low + size;
    if (range.low >= range.high) range.low = range.high - size;
    return range;
}

void ParameterPanel::showRange(const Row& row, const ParameterDescription& parameter) {
    const Range range = rangeOf(parameter);
    const double part = (parameter.value.value - range.low) / (range.high - range.low);
    {
        const QSignalBlocker quiet(row.slider);
        row.slider->setValue(
            static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * sliderSteps)));
    }
    const DisplayUnit unit = unitOf(parameter);
    const auto show = [&](UnitLine* field, const std::optional<double>& typed, double end) {
        field->setPlaceholderText(shortText(end * unit.perSi, 4));
        field->setUnit(unit.label);
        if (field->hasFocus() && field->isModified()) return;
        field->setText(typed ? shownText(Scalar(*typed), unit) : QString());
    };
    show(row.low, parameter.minimum, range.low);
    show(row.high, parameter.maximum, range.high);
}

void ParameterPanel::showValues() {
    const ModelDescription& model = document_.description();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const ParameterDescription& parameter = model.parameters[k];
        const Row& row = rows_[k];
        showRange(row, parameter);
        const bool derived = follows(model, parameter);
        for (QWidget* end : {static_cast<QWidget*>(row.slider), static_cast<QWidget*>(row.low),
                             static_cast<QWidget*>(row.high)})
            end->setEnabled(!derived);
        row.slider->setToolTip(derived ? tr("Follows from other parameters")
                                       : tr("Drag, or use the arrow keys for 1 % and Page Up and "
                                            "Page Down for 10 % of the range"));
        row.low->setToolTip(tr("Lower end of the slider; empty: half the value"));
        row.high->setToolTip(tr("Upper end of the slider; empty: double the value"));
        const DisplayUnit unit = displayUnit(QString::fromStdString(parameter.unit));
        const QString value = QStringLiteral("%1 %2").arg(
            shortText(parameter.value.value * unit.perSi, 6), unit.label);
        if (!row.value->hasFocus() || !row.value->isModified()) {
            row.value->setText(shownText(parameter.value, unit));
            row.value->setCursorPosition(0);
        }
        row.value->setUnit(unit.label);
        row.value->setValue(parameter.value.text.empty() ? QString() : value);
        row.value->setToolTip(value);
    }
}

void ParameterPanel::takeLimit(std::size_t index, bool upper) {
    QLineEdit* field = upper ? rows_[index].high : rows_[index].low;
    const QString text = field->text().trimmed();
    field->setModified(false);
    const ParameterDescription& parameter = document_.description().parameters[index];
    const auto& before = upper ? parameter.maximum : parameter.minimum;
    const DisplayUnit unit = unitOf(parameter);
    if (text == (before ? shownText(Scalar(*before), unit) : QString())) return;
    const std::vector<double> typed =
        text.isEmpty() ? std::vector<double>{}
                       : valuesOf(document_.description(), {scalarText(typedScalar(text, unit))});
    const auto other = upper ? parameter.minimum : parameter.maximum;
    QString why;
    if (!text.isEmpty() && typed.empty())
        why = tr("the end of a slider must be a number, such as 0.5 or 12 cm");
    else if (!typed.empty() && other && (upper ? typed[0] <= *other : typed[0] >= *other))
        why = tr("the lower end of a slider must be below its upper end");
    if (why.isEmpty()) {
        const auto done =
            document_.edit(tr("Range of %1").arg(QString::fromStdString(parameter.name)),
                           [&](ModelDescription& model) {
                               auto& limit = upper ? model.parameters[index].maximum
                                                   : model.parameters[index].minimum;
                               limit = typed.empty() ? std::nullopt : std::optional(typed[0]);
                           });
        if (!done) why = editText(done.error().front());
    }
    if (!why.isEmpty()) Q_EMIT refused(why);
    showValues();
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
    const ParameterDescription& parameter = document_.description().parameters[index];
    const DisplayUnit unit = displayUnit(QString::fromStdString(parameter.unit));
    if (text == shownText(parameter.value, unit)) return;
    const auto done = document_.edit(
        tr("Change %1").arg(QString::fromStdString(row.name)),
        [&](ModelDescription& model) { model.parameters[index].value = typedScalar(text, unit); });
    if (!done) Q_EMIT refused(editText(done.error().front()));
    if (done) ranges_.erase(row.name);  // centred at the entered value
    showValues();
}

void ParameterPanel::slide(std::size_t index, int position) {
    const ParameterDescription& parameter = document_.description().parameters[index];
    const Range range = rangeOf(parameter);
    const double step = (range.high - range.low) / sliderSteps;
    const double value =
        std::clamp(rounded(range.low + position * step, step), range.low, range.high);
    // Keys move a slider without pressing it: each is a separate step.
    const int gesture = rows_[index].slider->isSliderDown() ? gesture_ : 0;
    const auto done = document_.edit(
        tr("Change %1").arg(QString::fromStdString(parameter.name)),
        [&](ModelDescription& model) {
            Scalar& slid = model.parameters[index].value;
            slid = writtenLike(slid, value);
        },
        gesture);
    if (!done) Q_EMIT refused(editText(done.error().front()));
}

void ParameterPanel::rename(std::size_t index, const QString& name) {
    const std::string old = rows_[index].name;
    if (name.toStdString() == old) return;
    QString why;
    if (const auto range = ranges_.find(old); range != ranges_.end())
        ranges_[name.toStdString()] = range->second;
    const auto done = document_.edit(tr("Rename to %1").arg(name), [&](ModelDescription& model) {
        why = renameParameter(model, old, name);
    });
    if (why.isEmpty() && !done) why = editText(done.error().front());
    if (why.isEmpty()) return;
    ranges_.erase(name.toStdString());
    Q_EMIT refused(why);
    rows_[index].title->setText(QString::fromStdString(old));
}

}  // namespace momentree::app
