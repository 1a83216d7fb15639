// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace momentree::app {

/// In which units people see and type lengths and angles; files and expressions are in SI. Empty:
/// as files have them (m, rad), but angles on the picture in degrees.
struct DisplayUnits {
    QString length, angle;
    bool operator==(const DisplayUnits&) const = default;
};
DisplayUnits displayUnits();
void setDisplayUnits(const DisplayUnits& units);

/// What can be chosen, as expressions spell it.
QStringList lengthUnits();
QStringList angleUnits();

/// How a quantity of an SI unit is shown.
struct DisplayUnit {
    QString label;       ///< "deg/s"
    QString suffix;      ///< after a number that is typed without a unit: "deg"; empty in SI
    double perSi = 1.0;  ///< displayed value per SI value
};
/// @param si m, m/s, rad or rad/s follow the settings, every other unit stays
DisplayUnit displayUnit(const QString& si);
/// The same for one of many: the settings are read once.
DisplayUnit displayUnit(const QString& si, const DisplayUnits& units);
/// Of angles on the picture.
DisplayUnit pictureAngle();

/// "0.352 m", in the unit that fields have too.
QString lengthText(double metres);
QString angleText(double radians);

}  // namespace momentree::app
