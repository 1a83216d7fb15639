// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/sensitivity_output.hpp"

#include <cmath>

#include "core/io/csv.hpp"
#include "core/number_text.hpp"

namespace momentree::app {

AnalysisOutput outputOf(const Model& model, const Sensitivities& found) {
    AnalysisOutput out;
    out.text = model.name + ": derivatives of columns of the run by parameters\n\n";
    TextTable table{{"column", "by", "at the end", "largest", "at t [s]", "error", ""}};
    JsonItem rows = JsonItem::list();
    out.csv = "time";
    for (std::size_t p = 0; p < found.parameters.size(); ++p) {
        const Eigen::MatrixXd& slopes = found.slopes[p];
        for (std::size_t c = 0; c < found.columns.size(); ++c) {
            const auto column = slopes.col(static_cast<Eigen::Index>(c));
            Eigen::Index at = 0;
            column.cwiseAbs().maxCoeff(&at);
            // A column that the parameter does not change has differences of rounding only.
            const double parameter = std::abs(found.parameterValues[p]);
            const double size =
                found.values.col(static_cast<Eigen::Index>(c)).lpNorm<Eigen::Infinity>();
            const double scale = parameter > 0.0 ? size / parameter : 0.0;
            const double last = withoutRounding(column[column.size() - 1], scale);
            const double largest = withoutRounding(column[at], scale);
            const double time = largest == 0.0 ? 0.0 : found.times[static_cast<std::size_t>(at)];
            table.push_back({found.columns[c], found.parameters[p], numberText(last, 6),
                             numberText(largest, 6), shortNumber(time),
                             numberText(found.error[p], 1), ""});
            rows.add(JsonItem::object()
                         .add("column", JsonItem::text(found.columns[c]))
                         .add("parameter", JsonItem::text(found.parameters[p]))
                         .add("value", JsonItem::number(found.parameterValues[p]))
                         .add("at_end", JsonItem::number(last))
                         .add("largest", JsonItem::number(largest))
                         .add("time_of_largest", JsonItem::number(time))
                         .add("relative_error", JsonItem::number(found.error[p])));
            out.csv += "," + csvField("d(" + found.columns[c] + ")/d(" + found.parameters[p] + ")");
        }
    }
    out.csv += "\r\n";
    for (std::size_t k = 0; k < found.times.size(); ++k) {
        out.csv += numberText(found.times[k]);
        for (const Eigen::MatrixXd& slopes : found.slopes)
            for (Eigen::Index c = 0; c < slopes.cols(); ++c)
                out.csv += "," + numberText(slopes(static_cast<Eigen::Index>(k), c));
        out.csv += "\r\n";
    }
    addTable(out, std::move(table));
    out.text +=
        "\nIn SI units. The error is the estimate for the parameter, relative to the largest "
        "derivative of a column.\n";
    if (found.wholeRuns) {
        const std::string why = found.wholeRuns->str();
        out.text += "Derivatives are differences of whole runs: " + why + ".\n";
        out.json.add("differences_of_whole_runs", JsonItem::text(why));
    }
    out.json.add("sensitivities", std::move(rows));
    return out;
}

}  // namespace momentree::app
