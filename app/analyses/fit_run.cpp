// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/fit_run.hpp"

#include <algorithm>
#include <cmath>

#include "app/analyses/table_words.hpp"
#include "core/io/csv.hpp"
#include "core/io/results.hpp"
#include "core/number_text.hpp"
#include "core/study/column_rows.hpp"
#include "core/study/run_fit.hpp"

namespace momentree::app {
namespace {

std::string intervalText(const FittedParameter& one, double end) {
    return one.found ? numberText(end, 6) : "-";
}

}  // namespace

Result<MeasuredData> readMeasured(const std::string& text) {
    MeasuredData data;
    std::vector<std::string> names;
    const auto refuse = [](int line, const Message& why) {
        return fail(error(Place{}, why, line));
    };
    int line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view all = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        ++line;
        if (all.starts_with('#') || all.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        const std::vector<std::string> words = wordsOf(all);
        const auto time = numberIn(words.front());
        if (!time) {
            if (!data.times.empty())
                return refuse(line,
                              MOMENTREE_TEXT("data-no-time", "'%1' is not a time")(words.front()));
            names = words;
            continue;
        }
        if (data.names.empty()) {
            if (names.size() < 2 || names.size() != words.size())
                return refuse(line, MOMENTREE_TEXT("data-no-names",
                                                   "needs a line before the numbers with the name "
                                                   "of every column, the time first"));
            data.names.assign(names.begin() + 1, names.end());
            data.series.resize(data.names.size());
        }
        if (!data.times.empty() && *time <= data.times.back())
            return refuse(line, MOMENTREE_TEXT("data-not-ascending", "times must ascend"));
        if (words.size() != data.names.size() + 1)
            return refuse(line, MOMENTREE_TEXT("data-columns", "has %1 columns instead of %2")(
                                    words.size(), data.names.size() + 1));
        std::vector<double> row;
        bool missing = false;
        for (std::size_t k = 1; k < words.size(); ++k) {
            const auto value = numberIn(words[k]);
            if (!value && !words[k].empty())
                return refuse(line,
                              MOMENTREE_TEXT("data-no-number", "'%1' is not a number")(words[k]));
            missing = missing || !value;
            row.push_back(value.value_or(0.0));
        }
        if (missing) continue;
        data.times.push_back(*time);
        for (std::size_t k = 0; k < row.size(); ++k) data.series[k].push_back(row[k]);
    }
    if (data.times.size() < 2)
        return refuse(0, MOMENTREE_TEXT("data-empty",
                                        "has fewer than two rows of numbers: the time, and "
                                        "a number in every column"));
    return data;
}

Result<DataFit> fitToData(const Catalogue& catalogue, const FitRequest& request,
                          std::stop_token stop) {
    const MeasuredData& data = request.data;
    const Model& model = *request.model;
    if (data.times.front() < 0.0)
        return fail(error(Place::option("--data"),
                          MOMENTREE_TEXT("fit-before-start", "begins before the run, at t = %1 s")(
                              numberText(data.times.front()))));
    const RowLayout layout(model);
    RunFit wanted{request.model, request.spec, request.parameters, {}, data.times, {}};
    std::vector<std::size_t> used;
    for (std::size_t s = 0; s < data.names.size(); ++s) {
        const auto named = std::ranges::find(request.columns, data.names[s],
                                             &std::pair<std::string, std::string>::first);
        const std::string& column = named == request.columns.end() ? data.names[s] : named->second;
        if (auto known = columnsNamed(layout, {column}); !known) {
            // Columns that nobody asked for are left out if others can be used.
            if (named == request.columns.end()) continue;
            return tl::unexpected(known.error());
        }
        wanted.columns.push_back(column);
        used.push_back(s);
        wanted.measured.push_back(data.series[s]);
    }
    if (wanted.columns.empty())
        return fail(error(Place::option("--data"),
                          MOMENTREE_TEXT("fit-no-columns",
                                         "no column has the name of a column of the run; name "
                                         "them by --columns %1=COLUMN")(data.names.front())));
    auto found = fitRun(catalogue, wanted, stop);
    if (!found) return tl::unexpected(found.error());
    return DataFit{data, std::move(wanted.columns), std::move(used), *std::move(found)};
}

AnalysisOutput outputOf(const Model& model, const DataFit& comparison) {
    const auto& [data, columns, used, found] = comparison;
    AnalysisOutput out;
    out.text = model.name + ": fit of " + std::to_string(columns.size()) +
               (columns.size() == 1 ? " column" : " columns") + " at " +
               std::to_string(data.times.size()) + " times, residuals " + shortNumber(found.rms) +
               " rms\n\n";
    TextTable table{{"parameter", "value", "95 % from", "to", ""}};
    JsonItem parameters = JsonItem::list(), notes = JsonItem::list();
    for (const FittedParameter& one : found.parameters) {
        table.push_back({one.name, numberText(one.value, 8), intervalText(one, one.low),
                         intervalText(one, one.high), one.found ? "" : "not determined"});
        parameters.add(JsonItem::object()
                           .add("name", JsonItem::text(one.name))
                           .add("value", JsonItem::number(one.value))
                           .add("low", JsonItem::number(one.low))
                           .add("high", JsonItem::number(one.high))
                           .add("determined", JsonItem::boolean(one.found)));
    }
    addTable(out, std::move(table));
    for (const std::string& note : found.undetermined) {
        out.text += "\n" + note + "\n";
        notes.add(JsonItem::text(note));
    }
    if (found.prewhitened)
        out.text += "\nResiduals are correlated from row to row (" + numberText(found.rho, 3) +
                    "); the fit and the intervals allow for that.\n";
    out.json.add("parameters", std::move(parameters))
        .add("undetermined", std::move(notes))
        .add("rms", JsonItem::number(found.rms))
        .add("correlation_of_rows", JsonItem::number(found.rho))
        .add("prewhitened", JsonItem::boolean(found.prewhitened))
        .add("derivative_error", JsonItem::number(found.derivativeError))
        .add("steps", JsonItem::integer(found.steps));
    out.csv = "time";
    for (const std::size_t s : used)
        out.csv += "," + csvField(data.names[s]) + "," + csvField(data.names[s] + ".fitted");
    out.csv += "\r\n";
    for (std::size_t i = 0; i < data.times.size(); ++i) {
        out.csv += numberText(data.times[i]);
        for (std::size_t c = 0; c < used.size(); ++c)
            out.csv += "," + numberText(data.series[used[c]][i]) + "," +
                       numberText(found.predicted[c * data.times.size() + i]);
        out.csv += "\r\n";
    }
    return out;
}

}  // namespace momentree::app
