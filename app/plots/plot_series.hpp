// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

/// One curve of a time plot: a column of the recorded rows.
struct PlotSeries {
    int column = 0;
    QString name;
    QString unit;   ///< "J", "m/s"; empty: none
    int style = 0;  ///< index into ThemeColors::style
    bool visible = true;
    bool fromStart = false;     ///< the change since the first row instead of the value
    double scale = 1.0;         ///< a recorded value times this has that unit
    QString recordedUnit = {};  ///< SI, for files; empty where it is `unit`
};

/// A closed interval; empty if lower > upper.
struct ValueRange {
    double lower = 1.0, upper = -1.0;
    bool empty() const { return !(lower <= upper); }
    double span() const { return upper - lower; }
    bool contains(const ValueRange& other) const {
        return lower <= other.lower && other.upper <= upper;
    }
};

}  // namespace momentree::app
