// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace momentree::app {

/// A curve of a time plot: a column of the recorded rows.
struct PlotSeries {
    int column = 0;
    QString name;
    QString unit;   ///< "J", "m/s"; empty: none
    int style = 0;  ///< index into ThemeColors::style
    bool visible = true;
    bool fromStart = false;     ///< show the change since the first row
    double scale = 1.0;         ///< factor from recorded values to `unit`
    QString recordedUnit = {};  ///< SI, for files; empty if it is `unit`
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
