// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/error_output.hpp"

#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr std::size_t shownInstants = 10;

std::string errorNumber(double value) { return numberText(value, 3); }

/// The sources in the table and in files, in the order of the stack.
TextTable errorTable(const ErrorSources& found) {
    TextTable table{{"t [s]"}};
    for (std::size_t s = 0; s < errorSourceCount; ++s)
        table.front().push_back(nameOf(static_cast<ErrorSource>(s)));
    table.front().insert(table.front().end(), {"sum", ""});
    const std::size_t last = found.parts.size() - 1;
    const std::size_t stride = std::max<std::size_t>(1, last / shownInstants);
    for (std::size_t k = last % stride; k <= last; k += stride) {
        std::vector<std::string>& row = table.emplace_back();
        row.push_back(shortNumber(found.time[k]));
        for (const double part : found.parts[k]) row.push_back(errorNumber(part));
        row.insert(row.end(), {errorNumber(found.sum(k)), ""});
    }
    return table;
}

std::string errorCsv(const ErrorSources& found) {
    std::string csv = "time";
    for (std::size_t s = 0; s < errorSourceCount; ++s)
        csv += std::string(",") + nameOf(static_cast<ErrorSource>(s));
    csv += ",sum,difference\r\n";
    for (std::size_t k = 0; k < found.parts.size(); ++k) {
        csv += numberText(found.time[k]);
        for (const double part : found.parts[k]) csv += "," + numberText(part);
        csv += "," + numberText(found.sum(k)) + "," +
               (found.difference.empty() ? "nan" : numberText(found.difference[k])) + "\r\n";
    }
    return csv;
}

}  // namespace

AnalysisOutput outputOf(const Model& model, const ErrorSources& found) {
    AnalysisOutput out;
    const RunSpec& spec = found.spec;
    out.text = model.name + ": error of " + spec.formulation + ", " + spec.integrator + ", " +
               spec.backend + ", relative to " + shortNumber(found.size) + " m or in rad\n\n" +
               found.verdict().str() + "\n\n";
    addTable(out, errorTable(found));
    out.text += found.otherFormulation.empty()
                    ? "\nNo other formulation could run this model, so the sum is not checked.\n"
                    : "\nThe run differs from " + found.otherFormulation + " by " +
                          errorNumber(found.difference.back()) + " at the end.\n";
    if (!found.roundingKnown)
        out.text += "Rounding is not measured: these settings have no second precision.\n";
    if (found.growthRate > 0.0)
        out.text += "Nearby motions part by a factor e every " +
                    errorNumber(1.0 / found.growthRate) + " s.\n";
    JsonItem last = JsonItem::object();
    for (std::size_t s = 0; s < errorSourceCount; ++s)
        last.add(nameOf(static_cast<ErrorSource>(s)), JsonItem::number(found.parts.back()[s]));
    out.json.add("verdict", JsonItem::text(found.verdict().str()))
        .add("source", JsonItem::text(nameOf(found.largest())))
        .add("time_s", JsonItem::number(found.time.back()))
        .add("parts", std::move(last))
        .add("sum", JsonItem::number(found.sum(found.parts.size() - 1)))
        .add("other_formulation", found.otherFormulation.empty()
                                      ? JsonItem::null()
                                      : JsonItem::text(found.otherFormulation))
        .add("difference", found.difference.empty() ? JsonItem::null()
                                                    : JsonItem::number(found.difference.back()))
        .add("growth_rate_1_s", JsonItem::number(found.growthRate))
        .add("rounding_known", JsonItem::boolean(found.roundingKnown))
        .add("size_m", JsonItem::number(found.size));
    out.csv = errorCsv(found);
    out.ended = found.ended;
    return out;
}

}  // namespace momentree::app
