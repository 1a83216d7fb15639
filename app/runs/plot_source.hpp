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

/// A run whose columns are drawn. Columns of runs are compared by name.
struct PlotSource {
    std::shared_ptr<const Recording> recording;
    RowLayout layout;
    QString name;   ///< of the run, in legends and heads of files
    int style = 0;  ///< its colour is ThemeColors::style(style).colour wherever it is shown
    bool visible = true;
    EarlierRows earlier = {};
};

/// How a run is shown with others, see PlotSource.
struct RunLabel {
    QString name;
    int style = 0;
};

/// Whether colours distinguish runs or curves in a plot of several runs; dashes distinguish the
/// other.
enum class ColourBy { Run, Curve };

}  // namespace momentree::app
