// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace momentree::cli {
namespace {

std::string number(double value) { return std::isnan(value) ? "-" : numberText(value, 3); }
std::string positive(double value) { return value > 0.0 ? numberText(value, 6) : "-"; }

}  // namespace

TextTable tableOf(std::span<const RunSummary> runs) {
    TextTable table(1);
    for (const SummaryColumn& column : summaryColumns()) table[0].push_back(heading(column));
    for (const RunSummary& run : runs) {
        auto& row = table.emplace_back();
        for (const SummaryColumn& column : summaryColumns()) row.push_back(column.text(run));
    }
    return table;
}

TextTable tableOf(const std::vector<WorkPrecisionCurve>& curves) {
    TextTable table{{"method", "step [s]", "tolerance", "steps", "evaluations", "wall [s]",
                     "error at the end [m]", "largest error [m]", "energy [J]", "fitted order"}};
    for (const WorkPrecisionCurve& curve : curves)
        for (const WorkPrecisionPoint& point : curve.points) {
            const bool isFirst = &point == &curve.points.front();
            table.push_back({isFirst ? curve.name : "", positive(point.step),
                             positive(point.tolerance), std::to_string(point.steps),
                             point.evaluations > 0 ? std::to_string(point.evaluations) : "-",
                             number(point.wall), number(point.finalError), number(point.maxError),
                             number(point.energyError), isFirst ? number(curve.order) : ""});
        }
    return table;
}

}  // namespace momentree::cli
