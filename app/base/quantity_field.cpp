// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/quantity_field.hpp"

#include <QTimer>
#include <QWheelEvent>
#include <cmath>
#include <limits>

namespace momentree::app {
namespace {

constexpr int settle_ms = 250;

double neighbour125(double value, bool up) {
    if (value <= 0.0) return up ? 1.0 : 0.0;
    const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
    const double mantissa = value / decade;
    constexpr double close = 1e-6;
    if (up) {
        for (const double m : {2.0, 5.0, 10.0})
            if (m > mantissa * (1.0 + close)) return m * decade;
        return 20.0 * decade;
    }
    for (const double m : {5.0, 2.0, 1.0})
        if (m < mantissa * (1.0 - close)) return m * decade;
    return 0.5 * decade;
}

}  // namespace

QuantityField::QuantityField(const QString& unit, QWidget* parent)
    : QDoubleSpinBox(parent), unit_(unit) {
    // No rounding to decimals; the text is kept.
    setDecimals(300);
    setRange(-1e300, 1e300);                   // out-of-range values are rejected with a message
    setSpecialValueText(QStringLiteral("–"));  // shown while there is no value
    setKeyboardTracking(false);
    setFocusPolicy(Qt::StrongFocus);
    setAlignment(Qt::AlignRight);
    if (!unit.isEmpty()) setSuffix(" " + unit);
    auto* settle = new QTimer(this);
    settle->setSingleShot(true);
    settle->setInterval(settle_ms);
    connect(settle, &QTimer::timeout, this, [this] { Q_EMIT edited(value()); });
    connect(this, &QDoubleSpinBox::valueChanged, settle, qOverload<>(&QTimer::start));
}

void QuantityField::showValue(double value) {
    const QSignalBlocker quiet(this);
    setValue(value);
}

QString QuantityField::textFromValue(double value) const { return QString::number(value, 'g', 12); }

bool QuantityField::parse(const QString& text, double& value) const {
    QString number = text.trimmed();
    double factor = 1.0;
    const auto drops = [&](const QString& unit) {
        if (unit.isEmpty() || !number.endsWith(unit)) return false;
        number = number.chopped(unit.size()).trimmed();
        return true;
    };
    // A unit that is typed stands before that of the field: "2 ms s".
    for (int units = 0; units < 2 && factor == 1.0; ++units) {
        if (unit_ == "s" && drops("ms"))
            factor = 1e-3;
        else
            drops(unit_);
    }
    bool ok = false;
    value = factor * number.replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&ok);
    return ok && std::isfinite(value);
}

double QuantityField::valueFromText(const QString& text) const {
    double parsed = 0.0;
    return parse(text, parsed) ? parsed : value();
}

QValidator::State QuantityField::validate(QString& text, int&) const {
    double parsed = 0.0;
    if (parse(text, parsed) && parsed >= minimum() && parsed <= maximum())
        return QValidator::Acceptable;
    // Without its unit, which stays while the number is deleted.
    const bool unit = !unit_.isEmpty() && text.endsWith(unit_);
    for (const QChar c : unit ? text.chopped(unit_.size()) : text)
        if (!c.isDigit() && !QStringLiteral(".,eE+- ms/").contains(c)) return QValidator::Invalid;
    return QValidator::Intermediate;
}

void QuantityField::stepBy(int steps) {
    double v = value();
    if (!(v > 0.0)) return;  // will be rejected
    for (int k = 0; k < std::abs(steps); ++k) v = neighbour125(v, steps > 0);
    setValue(v);
    selectAll();
}

QSize QuantityField::minimumSizeHint() const {
    QSize size = QDoubleSpinBox::minimumSizeHint();
    size.setWidth(fontMetrics().horizontalAdvance("0.0005555 " + unit_) + 34);
    return size;
}

void QuantityField::wheelEvent(QWheelEvent* event) {
    hasFocus() ? QDoubleSpinBox::wheelEvent(event) : event->ignore();
}

}  // namespace momentree::app
