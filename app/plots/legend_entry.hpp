// SPDX-License-Identifier: GPL-3.0-or-later
// How curves of several runs are distinguished, and the legend for it.
#pragma once

#include <vector>

#include "app/plots/curve_chart.hpp"

namespace momentree::app {

/// Colour of the run and dashes of the curve, or the reverse; for a single run both are the
/// curve's.
SeriesStyle curveStyle(const ChartSettings& settings, const std::vector<PlotSource>& runs,
                       std::size_t run, std::size_t series, const ThemeColors& colors);

/// One line of a legend.
struct LegendEntry {
    static constexpr int neutral = -1;
    QString name;
    QString unit;    ///< empty: no unit, or a run
    int colour = 0;  ///< of ThemeColors::style, or `neutral`
    int dashes = 0;  ///< of ThemeColors::style
    bool shown = true;
    SeriesStyle style(const ThemeColors& colors) const;
    bool operator==(const LegendEntry&) const = default;
};

/// The curves, and the runs if there are several.
std::vector<LegendEntry> legendEntries(const ChartSettings& settings,
                                       const std::vector<PlotSource>& runs);

}  // namespace momentree::app
