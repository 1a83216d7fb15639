// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/value_text.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/number_text.hpp"

namespace momentree::app {
namespace {

constexpr QChar minus(0x2212);
constexpr QChar dash(0x2013);

}  // namespace

QString valueText(double value, double span) {
    if (std::isnan(value)) return dash;
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : minus + QStringLiteral("∞");
    if (value == 0.0) return QStringLiteral("0");
    constexpr double smallestFixed = 1e-3, largestFixed = 1e6;
    QString text;
    if (span >= smallestFixed && std::max(span, std::abs(value)) < largestFixed) {
        const int digits = std::clamp(3 - static_cast<int>(std::floor(std::log10(span))), 0, 6);
        text = fixedText(value, digits);
    } else {
        text = QString::number(value, 'e', span > 0.0 ? 4 : 2);
    }
    return text.replace(QLatin1Char('-'), minus);
}

QString shortNumbers(const QString& text) {
    constexpr int most = 4;
    QStringList parts = text.split(QStringLiteral(", "));
    for (QString& part : parts) {
        bool isNumber = false;
        const double value = part.toDouble(&isNumber);
        if (!isNumber) return text;
        const QString mantissa = part.section(QLatin1Char('e'), 0, 0);
        if (std::ranges::count_if(mantissa, [](QChar c) { return c.isDigit(); }) <= most) continue;
        const bool whole = std::abs(value) >= 1e3 && std::abs(value) < 1e9;
        part = whole ? fixedText(value, 0) : QString::number(value, 'g', most);
    }
    return parts.join(QStringLiteral(", "));
}

QString withUnit(const QString& name, const QString& unit) {
    return unit.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, unit);
}

QString columnHead(const QString& name, const QString& unit) {
    return withUnit(name, QString(unit).replace(QStringLiteral("²"), QStringLiteral("^2")));
}

QString nanosecondsText(double nanoseconds) {
    struct Unit {
        double size;
        const char* name;
    };
    constexpr Unit units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}};
    const auto* unit = std::find_if(std::begin(units), std::end(units) - 1,
                                    [&](const Unit& u) { return nanoseconds >= u.size; });
    const double value = nanoseconds / unit->size;
    const int digits = value >= 100.0 ? 0 : value >= 10.0 ? 1 : 2;
    return QStringLiteral("%1 %2").arg(value, 0, 'f', digits).arg(QString::fromUtf8(unit->name));
}

}  // namespace momentree::app
