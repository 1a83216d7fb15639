// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/legend_entry.hpp"

namespace momentree::app {

SeriesStyle curveStyle(const ChartSettings& settings, const std::vector<PlotSource>& runs,
                       std::size_t run, std::size_t series, const ThemeColors& colors) {
    const SeriesStyle own = colors.style(settings.series[series].style);
    if (runs.size() <= 1) return own;
    if (settings.colourBy == ColourBy::Run)
        return {colors.style(runs[run].style).colour,
                colors.style(static_cast<int>(series)).dashes};
    return {own.colour, colors.style(static_cast<int>(run)).dashes};
}

SeriesStyle LegendEntry::style(const ThemeColors& colors) const {
    return {colour == neutral ? colors.mutedText : colors.style(colour).colour,
            colors.style(dashes).dashes};
}

std::vector<LegendEntry> legendEntries(const ChartSettings& settings,
                                       const std::vector<PlotSource>& runs) {
    // A style without dashes, used where dashes have no meaning.
    constexpr int solid = 0;
    const bool several = runs.size() > 1, byRun = settings.colourBy == ColourBy::Run;
    std::vector<LegendEntry> entries;
    for (const PlotSeries& one : settings.series) {
        const auto index = static_cast<int>(entries.size());
        entries.push_back({one.name, one.unit, several && byRun ? LegendEntry::neutral : one.style,
                           !several ? one.style
                           : byRun  ? index
                                    : solid,
                           one.visible});
    }
    for (std::size_t run = 0; several && run < runs.size(); ++run)
        entries.push_back({runs[run].name,
                           {},
                           byRun ? runs[run].style : LegendEntry::neutral,
                           byRun ? solid : static_cast<int>(run),
                           runs[run].visible});
    return entries;
}

}  // namespace momentree::app
