// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/base/value_text.hpp"
#include "app/runs/summary_texts.hpp"

namespace momentree::app {
namespace {

double balanceOf(const RunSummary& run) { return run.extremes.balance; }

double timePerStep(const RunSummary& run) {
    constexpr double microseconds = 1e6;
    return run.steps > 0 ? microseconds * run.wall / static_cast<double>(run.steps) : notKnown;
}

std::size_t placeOfMetric(double (*value)(const RunSummary&)) {
    const auto& all = studyMetrics();
    const auto found = std::ranges::find(all, value, &StudyMetric::value);
    return static_cast<std::size_t>(found - all.begin());
}

/// The column of the summary with this English title.
double (*valueOfColumn(const char* title))(const RunSummary&) {
    for (const SummaryColumn& column : summaryColumns())
        if (std::string_view(column.title) == title) return column.value;
    return nullptr;
}

}  // namespace

const std::vector<StudyMetric>& studyMetrics() {
    static const std::vector<StudyMetric> all = [] {
        std::vector<StudyMetric> metrics;
        for (const SummaryColumn& column : summaryColumns())
            if (column.value)
                metrics.push_back({summaryText(column.title), QString::fromUtf8(column.unit),
                                   summaryText(column.meaning), column.value});
        metrics.push_back({tr("energy balance"), QStringLiteral("J"),
                           tr("Largest difference of the energy and the work of all forces and "
                              "motions."),
                           balanceOf});
        metrics.push_back({tr("time per step"), QStringLiteral("µs"),
                           tr("Time that a step took, with other runs beside it."), timePerStep});
        return metrics;
    }();
    return all;
}

QString titleWithUnit(const StudyMetric& metric) { return withUnit(metric.title, metric.unit); }

std::size_t tellingMetric(const RunSummary& run, bool keepsEnergy) {
    if (!std::isnan(run.extremes.driftPosition)) return placeOfMetric(valueOfColumn("drift"));
    return placeOfMetric(keepsEnergy ? valueOfColumn("energy error") : balanceOf);
}

}  // namespace momentree::app
