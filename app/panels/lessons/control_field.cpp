// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/control_field.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <cmath>

#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int ticks = 240;

double valueAt(const Control& control, int tick) {
    const double share = static_cast<double>(tick) / ticks;
    if (control.logarithmic) return control.from * std::pow(control.to / control.from, share);
    return control.from + share * (control.to - control.from);
}

int tickOf(const Control& control, double value) {
    const double share = control.logarithmic
                             ? std::log(value / control.from) / std::log(control.to / control.from)
                             : (value - control.from) / (control.to - control.from);
    return static_cast<int>(std::lround(share * ticks));
}

}  // namespace

ControlField::ControlField(const Control& control, const QString& value, QWidget* parent)
    : QWidget(parent), control_(control) {
    setObjectName(QString::fromStdString("control " + control.setting + control.parameter));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(new QLabel(QString::fromStdString(control.label), this));
    if (control.choices.empty())
        makeSlider(value);
    else
        makeList(value);
}

void ControlField::makeSlider(const QString& value) {
    auto* slider = new QSlider(Qt::Horizontal, this);
    slider->setRange(0, ticks);
    slider->setPageStep(ticks / 12);
    slider->setAccessibleName(QString::fromStdString(control_.label));
    auto* shown = new QLabel(this);
    shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    shown->setMinimumWidth(shown->fontMetrics().horizontalAdvance("0.0000 rad/s"));
    const auto tell = [this, shown](double number) {
        shown->setText(QString::fromStdString(readableNumber(number, 3) + " " + control_.unit));
    };
    const double start = value.toDouble();
    slider->setValue(tickOf(control_, start));
    tell(start);
    const auto numberAt = [this](int tick) {
        return QString::fromStdString(numberText(valueAt(control_, tick), 3));
    };
    connect(slider, &QSlider::valueChanged, this, [=, this](int tick) {
        tell(numberAt(tick).toDouble());
        if (!slider->isSliderDown()) Q_EMIT changed(numberAt(tick));
    });
    connect(slider, &QSlider::sliderReleased, this,
            [=, this] { Q_EMIT changed(numberAt(slider->value())); });
    auto* row = static_cast<QHBoxLayout*>(layout());
    row->addWidget(slider, 1);
    row->addWidget(shown);
}

void ControlField::makeList(const QString& value) {
    auto* list = new QComboBox(this);
    list->setAccessibleName(QString::fromStdString(control_.label));
    for (const std::string& choice : control_.choices)
        list->addItem(QString::fromStdString(choice));
    list->setCurrentText(value);
    connect(list, &QComboBox::textActivated, this, &ControlField::changed);
    static_cast<QHBoxLayout*>(layout())->addWidget(list, 1);
}

}  // namespace momentree::app
