// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace momentree::app {

/// Units in which lengths and angles are shown and entered; files and expressions use SI. Empty: SI
/// units (m, rad), but degrees for angles in the picture.
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
    QString suffix;      ///< unit of a number entered without one: "deg"; empty in SI
    double perSi = 1.0;  ///< factor from SI to the displayed value
};
/// @param si m, m/s, rad and rad/s follow the settings, other units are unchanged
DisplayUnit displayUnit(const QString& si);
/// The same for repeated calls: the settings are read once.
DisplayUnit displayUnit(const QString& si, const DisplayUnits& units);
/// For angles in the picture.
DisplayUnit pictureAngle();

/// "0.352 m", in the unit used by fields.
QString lengthText(double metres);
QString angleText(double radians);

}  // namespace momentree::app
