// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace momentree::app {

/// Units in which lengths and angles are shown and entered; files and expressions use SI. Empty: SI
/// units. Without a setting, lengths are in metres and angles in degrees.
struct DisplayUnits {
    QString length, angle;
    bool operator==(const DisplayUnits&) const = default;
};
DisplayUnits displayUnits();
void setDisplayUnits(const DisplayUnits& units);

/// The available units, as spelled in expressions.
QStringList lengthUnits();
QStringList angleUnits();

/// How values of an SI unit are shown.
struct DisplayUnit {
    QString label;       ///< "deg/s"
    QString suffix;      ///< unit of a number entered without one: "deg/s"; empty in SI
    double perSi = 1.0;  ///< factor from SI to the displayed value
};
/// @param si m, m/s, rad, rad/s and rad/s² follow the settings, other units are unchanged
DisplayUnit displayUnit(const QString& si);
/// The same for repeated calls: the settings are read once.
DisplayUnit displayUnit(const QString& si, const DisplayUnits& units);
/// "rpm" or "Hz" for rates that are usually given so, where angles are in degrees.
DisplayUnit rateUnit(const QString& unit);

/// "0.352 m", in the unit used by fields.
QString lengthText(double metres);
QString angleText(double radians);

}  // namespace momentree::app
