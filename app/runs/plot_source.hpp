// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// Recordings before a run, oldest first, with the same columns: the rows of each end where the
/// next begins.
using EarlierRows = std::vector<std::shared_ptr<const Recording>>;

/// A run with columns to draw. Columns of different runs are matched by name.
struct PlotSource {
    std::shared_ptr<const Recording> recording;
    RowLayout layout;
    QString name;   ///< of the run, for legends and file headers
    int style = 0;  ///< its colour is ThemeColors::style(style).colour everywhere
    bool visible = true;
    EarlierRows earlier = {};
};

/// How a run is displayed among others, see PlotSource.
struct RunLabel {
    QString name;
    int style = 0;
    bool amongOthers = false;  ///< there are other runs, shown or not
};

/// Whether colours distinguish runs or curves in a plot of several runs; dash patterns distinguish
/// the other.
enum class ColourBy { Run, Curve };

}  // namespace momentree::app
