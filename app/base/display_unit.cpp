// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/display_unit.hpp"

#include <QSettings>
#include <cmath>
#include <numbers>

#include "app/base/number_text.hpp"
#include "core/model/units.hpp"

namespace momentree::app {
namespace {

constexpr auto lengthKey = "units/length";
constexpr auto angleKey = "units/angle";

QString chosen(const char* key, const QStringList& known) {
    // Shared, because creating it takes longer than reading from it.
    thread_local const QSettings settings;
    const QString unit = settings.value(QLatin1String(key)).toString();
    return known.contains(unit) ? unit : QString();
}

double perSi(const QString& unit) {
    const Unit* found = findUnit(unit.toStdString());
    return found ? found->denominator / found->numerator : 1.0;
}

}  // namespace

QStringList lengthUnits() { return {"cm", "mm", "in"}; }
QStringList angleUnits() { return {"deg", "rad"}; }

DisplayUnits displayUnits() {
    const QString angle = chosen(angleKey, angleUnits());
    return {chosen(lengthKey, lengthUnits()), angle.isEmpty() ? angleUnits().front() : angle};
}

void setDisplayUnits(const DisplayUnits& units) {
    QSettings settings;
    settings.setValue(lengthKey, units.length);
    settings.setValue(angleKey, units.angle);
}

DisplayUnit displayUnit(const QString& si) { return displayUnit(si, displayUnits()); }

DisplayUnit displayUnit(const QString& si, const DisplayUnits& units) {
    const QString base = si.section('/', 0, 0), rest = si.mid(base.size());
    const bool turns = base == QStringLiteral("rad");
    if (!rest.isEmpty() && rest != QStringLiteral("/s") &&
        !(turns && rest == QStringLiteral("/s²")))
        return {si, {}, 1.0};
    const QString unit = base == QStringLiteral("m") ? units.length
                         : turns                     ? units.angle
                                                     : QString();
    if (unit.isEmpty() || unit == base) return {si, {}, 1.0};
    return {unit + rest, unit + rest, perSi(unit)};
}

DisplayUnit rateUnit(const QString& unit) {
    if (displayUnits().angle != QStringLiteral("deg")) return displayUnit(QStringLiteral("rad/s"));
    return {unit, unit, perSi(unit)};
}

QString lengthText(double metres) {
    const DisplayUnit unit = displayUnit(QStringLiteral("m"));
    return QString::number(metres * unit.perSi, 'g', 4) + ' ' + unit.label;
}
QString angleText(double radians) {
    if (displayUnits().angle == QStringLiteral("rad")) return fixedText(radians, 3) + " rad";
    return QString::number(std::round(radians * 1800.0 / std::numbers::pi) / 10.0 + 0.0) +
           QChar(0x00B0);
}

}  // namespace momentree::app
