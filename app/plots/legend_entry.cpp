// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/legend_entry.hpp"

namespace momentree::app {
namespace {

constexpr int solid = 0;  ///< a style without dashes
constexpr int styles = static_cast<int>(seriesCount);

/// Whether colours or dashes belong to runs.
bool tellsRuns(const ChartSettings& settings, const std::vector<PlotSource>& runs) {
    return runs.size() > 1 || (runs.size() == 1 && settings.amongOthers);
}

}  // namespace

SeriesStyle StyleIndices::style(const ThemeColors& colors) const {
    const SeriesStyle own = colors.style(colour);
    const QList<qreal> pattern = colors.style(dashes).dashes;
    if (colour == neutral) return {colors.mutedText, pattern, marker, colors.mutedText};
    return {own.colour, pattern, marker, own.label};
}

StyleIndices styleIndices(const ChartSettings& settings, const std::vector<PlotSource>& runs,
                          std::size_t run, std::size_t series) {
    const int own = settings.series[series].style;
    if (!tellsRuns(settings, runs)) return {own, own};
    const int ofRun = runs[run].style;
    const int marker = ofRun % styles, ifRepeated = ofRun < styles ? -1 : marker;
    if (settings.colourBy == ColourBy::Curve) return {own, ofRun, ifRepeated};
    if (settings.series.size() == 1) return {ofRun, ofRun, ifRepeated};
    return {ofRun, static_cast<int>(series), marker};
}

SeriesStyle curveStyle(const ChartSettings& settings, const std::vector<PlotSource>& runs,
                       std::size_t run, std::size_t series, const ThemeColors& colors) {
    return styleIndices(settings, runs, run, series).style(colors);
}

std::vector<LegendEntry> legendEntries(const ChartSettings& settings,
                                       const std::vector<PlotSource>& runs) {
    const bool several = tellsRuns(settings, runs), byRun = settings.colourBy == ColourBy::Run;
    std::vector<LegendEntry> entries;
    for (const PlotSeries& one : settings.series) {
        const auto index = static_cast<int>(entries.size());
        const StyleIndices line = !several ? StyleIndices{one.style, one.style}
                                  : byRun  ? StyleIndices{StyleIndices::neutral, index}
                                           : StyleIndices{one.style, solid};
        entries.push_back({one.name, one.unit, line, one.visible});
    }
    if (settings.series.empty()) return entries;
    for (std::size_t run = 0; several && run < runs.size(); ++run) {
        StyleIndices line = styleIndices(settings, runs, run, 0);
        if (!byRun) line.colour = StyleIndices::neutral;
        if (byRun && settings.series.size() > 1) line.dashes = solid;
        entries.push_back({runs[run].name, {}, line, runs[run].visible});
    }
    return entries;
}

}  // namespace momentree::app
