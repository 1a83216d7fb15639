// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "app/theme/theme.hpp"

namespace momentree::app {

/// One curve of a time plot: a column of the recorded rows.
struct PlotSeries {
    int column = 0;
    QString name;
    QString unit;   ///< "J", "m/s"; empty: none
    int style = 0;  ///< index into ThemeColors
    bool visible = true;
    bool fromStart = false;  ///< the change since the first row instead of the value
};

/// Lowest and highest finite value; empty (lower > upper) if there is none.
struct ValueRange {
    double lower = 1.0, upper = -1.0;
    bool empty() const { return lower > upper; }
};

}  // namespace momentree::app
