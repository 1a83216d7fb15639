// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/control_field.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QStyleOptionSlider>
#include <QToolTip>
#include <cmath>

#include "app/base/quantity_field.hpp"
#include "app/base/theme/theme.hpp"
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

QColor colourOf(const LessonPlayer::Attempt& attempt, const QPalette& palette) {
    const ThemeColors& colors = themeColors(isDark(palette));
    return attempt.solved ? colors.success : colors.error;
}

/// A slider with a dot above each value that was tried.
class TriedSlider final : public QSlider {
public:
    TriedSlider(std::vector<std::pair<int, QColor>> tried, QWidget* parent)
        : QSlider(Qt::Horizontal, parent), tried_(std::move(tried)) {
        if (!tried_.empty()) setMinimumHeight(sizeHint().height() + 2 * dot);
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QSlider::paintEvent(event);
        QStyleOptionSlider option;
        initStyleOption(&option);
        const int handle =
            style()
                ->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this)
                .width();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        for (const auto& [tick, colour] : tried_) {
            const int x =
                QStyle::sliderPositionFromValue(minimum(), maximum(), tick, width() - handle) +
                handle / 2;
            painter.setBrush(colour);
            painter.drawEllipse(QPointF(x, dot), dot / 2.0, dot / 2.0);
        }
    }

private:
    static constexpr int dot = 5;
    std::vector<std::pair<int, QColor>> tried_;
};

}  // namespace

ControlField::ControlField(const Control& control, const QString& value,
                           std::vector<LessonPlayer::Attempt> attempts, QWidget* parent)
    : QWidget(parent), control_(control), attempts_(std::move(attempts)) {
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
    std::vector<std::pair<int, QColor>> tried;
    QStringList values;
    for (const LessonPlayer::Attempt& attempt : attempts_) {
        tried.emplace_back(tickOf(control_, attempt.value.toDouble()),
                           colourOf(attempt, palette()));
        values << (attempt.solved ? tr("%1 (solved)") : tr("%1 (not solved)")).arg(attempt.value);
    }
    auto* slider = new TriedSlider(tried, this);
    slider->setObjectName(objectName() + " slider");
    setFocusProxy(slider);
    if (!values.isEmpty()) slider->setToolTip(tr("Tried: %1").arg(values.join(", ")));
    slider->setRange(0, ticks);
    slider->setPageStep(ticks / 12);
    slider->setAccessibleName(QString::fromStdString(control_.label));
    const double start = value.toDouble();
    slider->setValue(tickOf(control_, start));
    auto* number = new QuantityField(QString::fromStdString(control_.unit), this);
    number->setObjectName(objectName() + " number");
    number->setAccessibleName(tr("%1, number").arg(QString::fromStdString(control_.label)));
    number->setToolTip(tr("From %1 to %2").arg(textOf(control_.from), textOf(control_.to)));
    number->showValue(start);
    const auto tell = [=, this](double now) {
        number->showValue(now);
        QStringList parts{textOf(now)};  // the value of the slider itself is a count of ticks
        if (!values.isEmpty()) parts << tr("Tried: %1").arg(values.join(", "));
        slider->setAccessibleDescription(parts.join(". "));
    };
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
    connect(number, &QuantityField::edited, this, [=, this](double typed) {
        if (typed >= control_.from && typed <= control_.to) {
            Q_EMIT changed(QString::fromStdString(numberText(typed)));
            return;
        }
        number->showValue(start);
        QToolTip::showText(number->mapToGlobal(number->rect().bottomLeft()), number->toolTip());
    });
    auto* row = static_cast<QHBoxLayout*>(layout());
    row->addWidget(slider, 1);
    row->addWidget(number);
}

QString ControlField::textOf(double value) const {
    return QString::fromStdString(readableNumber(value, 3) + " " + control_.unit).trimmed();
}

void ControlField::makeList(const QString& value) {
    auto* list = new QComboBox(this);
    list->setToolTip(QString::fromStdString(control_.label));
    setFocusProxy(list);
    list->setAccessibleName(QString::fromStdString(control_.label));
    for (const std::string& choice : control_.choices)
        list->addItem(QString::fromStdString(choice));
    for (const LessonPlayer::Attempt& attempt : attempts_) {
        QPixmap dot(10, 10);
        dot.fill(colourOf(attempt, palette()));
        list->setItemIcon(list->findText(attempt.value), dot);
    }
    list->setCurrentText(value);
    connect(list, &QComboBox::textActivated, this, &ControlField::changed);
    static_cast<QHBoxLayout*>(layout())->addWidget(list, 1);
}

}  // namespace momentree::app
