// SPDX-License-Identifier: GPL-3.0-or-later
// How curves of several runs are distinguished, and the legend for it.
#pragma once

#include <vector>

#include "app/plots/curve_chart.hpp"

namespace momentree::app {

/// The style of a line, independent of the theme.
struct StyleIndices {
    static constexpr int neutral = -1;
    int colour = 0;   ///< of ThemeColors::style, or `neutral`
    int dashes = 0;   ///< of ThemeColors::style
    int marker = -1;  ///< of SeriesStyle
    SeriesStyle style(const ThemeColors& colors) const;
    bool operator==(const StyleIndices&) const = default;
};

/// How a curve is drawn. A run has one colour everywhere: if there are several curves, dashes tell
/// the curve and markers the run; a single curve has the dashes of its run. Or the reverse: colours
/// tell curves and dashes runs. If there is only one run, both are the curve's.
StyleIndices styleIndices(const ChartSettings& settings, const std::vector<PlotSource>& runs,
                          std::size_t run, std::size_t series);
SeriesStyle curveStyle(const ChartSettings& settings, const std::vector<PlotSource>& runs,
                       std::size_t run, std::size_t series, const ThemeColors& colors);

/// One line of a legend.
struct LegendEntry {
    QString name;
    QString unit;  ///< empty: no unit, or a run
    StyleIndices line;
    bool shown = true;
    SeriesStyle style(const ThemeColors& colors) const { return line.style(colors); }
    bool operator==(const LegendEntry&) const = default;
};

/// The curves, and the runs if there are several.
std::vector<LegendEntry> legendEntries(const ChartSettings& settings,
                                       const std::vector<PlotSource>& runs);

}  // namespace momentree::app
