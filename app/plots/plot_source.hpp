// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>

#include "core/diagnostics/sample.hpp"
#include "core/session/recording.hpp"

namespace momentree::app {

/// A run whose columns are drawn. Runs are compared column by column: by name.
struct PlotSource {
    std::shared_ptr<const Recording> recording;
    RowLayout layout;
    QString name;   ///< of the run, in legends and heads of files
    int style = 0;  ///< its colour is ThemeColors::style(style).colour wherever it is shown
    bool visible = true;
};

/// How a run is shown beside others, see PlotSource.
struct RunLabel {
    QString name;
    int style = 0;
};

/// What tells runs apart in a plot of several; the other tells curves apart.
enum class ColourBy { Run, Curve };

}  // namespace momentree::app
