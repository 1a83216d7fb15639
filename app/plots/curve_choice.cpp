// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/curve_choice.hpp"

#include <QMenu>
#include <algorithm>

#include "app/plots/legend_bar.hpp"
#include "app/plots/plot_head.hpp"

namespace momentree::app {

CurveChoice::CurveChoice(CurveChart& chart, PlotHead& head)
    : QObject(&head), chart_(chart), head_(head) {
    connect(&head_.legend(), &LegendBar::toggled, this, &CurveChoice::setShown);
    connect(&head_.legend(), &LegendBar::soloRequested, this, &CurveChoice::showOnly);
    connect(&head_, &PlotHead::runMenuWanted, this, &CurveChoice::fillRunMenu);
}

void CurveChoice::applyTo(std::vector<PlotSource>& runs, ChartSettings& settings) const {
    for (PlotSeries& series : settings.series)
        series.visible = series.visible && !hiddenCurves_.contains(series.name);
    for (PlotSource& run : runs)
        run.visible = run.visible && !(runs.size() > 1 && hiddenRuns_.contains(run.name));
    settings.colourBy = chart_.settings().colourBy;
    settings.minus = runs.size() > 1 ? chart_.settings().minus : std::nullopt;
}

void CurveChoice::setShown(int entry, bool shown) {
    const bool isRun = entry >= curves();
    const auto at = static_cast<std::size_t>(isRun ? entry - curves() : entry);
    const bool before = isRun ? chart_.runs()[at].visible : chart_.settings().series[at].visible;
    if (before == shown) return;
    const QString name = isRun ? chart_.runs()[at].name : chart_.settings().series[at].name;
    QSet<QString>& hidden = isRun ? hiddenRuns_ : hiddenCurves_;
    if (shown)
        hidden.remove(name);
    else
        hidden.insert(name);
    if (isRun)
        chart_.setRunVisible(at, shown);
    else
        chart_.setVisible(entry, shown);
    head_.legend().setShown(entry, shown);
    emit changed();
}

void CurveChoice::showOnly(int entry) {
    const bool isRun = entry >= curves();
    for (int i = isRun ? curves() : 0; i < (isRun ? head_.legend().count() : curves()); ++i)
        setShown(i, i == entry);
}

void CurveChoice::setColourBy(ColourBy what) {
    chart_.setColourBy(what);
    fillLegend();
    emit changed();
}

void CurveChoice::setMinus(std::optional<std::size_t> run) {
    chart_.setMinus(run);
    chart_.pull();
    emit changed();
}

void CurveChoice::fillLegend() {
    head_.setEntries(legendEntries(chart_.settings(), chart_.runs()), chart_.runs().size() > 1);
}

/// Names at the ends of curves make the legend superfluous, unless it is needed to show what is
/// hidden.
void CurveChoice::showLegendIfNeeded() {
    const bool allShown = std::ranges::all_of(chart_.settings().series, &PlotSeries::visible) &&
                          std::ranges::all_of(chart_.runs(), &PlotSource::visible);
    head_.setLegendVisible(!chart_.isLabelled() || !allShown);
}

void CurveChoice::fillRunMenu(QMenu& menu) {
    menu.clear();
    const auto choice = [&](const QString& text, bool on, auto act) {
        QAction* action = menu.addAction(text, this, act);
        action->setCheckable(true);
        action->setChecked(on);
    };
    const ChartSettings& now = chart_.settings();
    menu.addSection(tr("Curves show"));
    choice(tr("Values"), !now.minus, [this] { setMinus(std::nullopt); });
    for (std::size_t run = 0; run < chart_.runs().size(); ++run)
        choice(tr("Difference from %1").arg(chart_.runs()[run].name), now.minus == run,
               [this, run] { setMinus(run); });
    menu.addSection(tr("Colour by"));
    choice(tr("Runs"), now.colourBy == ColourBy::Run, [this] { setColourBy(ColourBy::Run); });
    choice(tr("Curves"), now.colourBy == ColourBy::Curve, [this] { setColourBy(ColourBy::Curve); });
}

}  // namespace momentree::app
