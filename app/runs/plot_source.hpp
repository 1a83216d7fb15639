// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// What a run goes on from, oldest first, of the same columns: the rows of each before the next.
using EarlierRows = std::vector<std::shared_ptr<const Recording>>;

/// A run whose columns are drawn. Runs are compared column by column: by name.
struct PlotSource {
    std::shared_ptr<const Recording> recording;
    RowLayout layout;
    QString name;   ///< of the run, in legends and heads of files
    int style = 0;  ///< its colour is ThemeColors::style(style).colour wherever it is shown
    bool visible = true;
    EarlierRows earlier = {};
};

/// How a run is shown beside others, see PlotSource.
struct RunLabel {
    QString name;
    int style = 0;
};

/// What tells runs apart in a plot of several; the other tells curves apart.
enum class ColourBy { Run, Curve };

}  // namespace momentree::app
