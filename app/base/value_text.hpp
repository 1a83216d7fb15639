// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

/// A number for a read-out, with the same number of decimals for all values on an axis of this
/// span, so that digits do not jump when values change. A span of 0 gives three significant digits
/// with powers of ten. NaN is a dash.
QString valueText(double value, double span);

/// A number, or a list of numbers with commas, with at most four digits where it stands for an
/// exact one; other texts are unchanged.
QString shortNumbers(const QString& text);

/// "pin.u [rad/s]", for labels; only the name if there is no unit.
QString withUnit(const QString& name, const QString& unit);
/// The same as a column header of a file, in ASCII: "tip.a [m/s^2]".
QString columnHead(const QString& name, const QString& unit);

/// A time given in nanoseconds, with three significant digits: "1.25 µs".
QString nanosecondsText(double nanoseconds);

}  // namespace momentree::app
