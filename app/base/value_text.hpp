// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

/// A number for a read-out: the same count of digits after the point for all values on an axis of
/// this span, so that digits stand still while they change. A span of 0 asks for three significant
/// digits in powers of ten. nan is a dash.
QString valueText(double value, double span);

/// "pin.u [rad/s]": what labels say; the name alone without a unit.
QString withUnit(const QString& name, const QString& unit);
/// The same as the head of a column of a file, in ASCII: "tip.a [m/s^2]".
QString columnHead(const QString& name, const QString& unit);

/// "1.25 µs": a time given in nanoseconds, three significant digits.
QString nanosecondsText(double nanoseconds);

}  // namespace momentree::app
