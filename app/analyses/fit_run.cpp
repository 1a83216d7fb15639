// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/fit_run.hpp"

#include <algorithm>
#include <cmath>

#include "app/analyses/table_words.hpp"
#include "core/io/csv.hpp"
#include "core/io/results.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/study/column_rows.hpp"

namespace momentree::app {
namespace {

constexpr int rowsBetween = 8;     ///< of a run, from one measured time to the next, if those vary
constexpr double sameTime = 1e-6;  ///< of times, relative to the interval of rows

/// Values of a column at rows with these times, for times between them, by cubics through four
/// rows.
std::vector<double> atTimes(const std::vector<double>& rows, const Eigen::VectorXd& column,
                            const std::vector<double>& times) {
    std::vector<double> values;
    const auto last = std::ssize(rows) - 1;
    const auto row = [&rows](Eigen::Index k) { return rows[static_cast<std::size_t>(k)]; };
    const double close = last < 1 ? 0.0 : sameTime * (row(1) - row(0));
    for (const double t : times) {
        const auto after = std::ranges::upper_bound(rows, t + close) - rows.begin();
        const Eigen::Index at = std::max<Eigen::Index>(after - 1, 0);
        if (std::abs(row(at) - t) <= close || last < 3) {
            values.push_back(column[at]);
            continue;
        }
        const Eigen::Index first = std::clamp<Eigen::Index>(at - 1, 0, last - 3);
        double sum = 0.0;
        for (Eigen::Index i = first; i < first + 4; ++i) {
            double weight = 1.0;
            for (Eigen::Index j = first; j < first + 4; ++j)
                if (j != i) weight *= (t - row(j)) / (row(i) - row(j));
            sum += weight * column[i];
        }
        values.push_back(sum);
    }
    return values;
}

/// The columns of runs with values of the parameters.
Result<std::vector<std::vector<double>>> predicted(const Catalogue& catalogue,
                                                   const FitRequest& request, const RunSpec& spec,
                                                   const std::vector<std::string>& columns,
                                                   const std::vector<std::vector<double>>& places,
                                                   const std::stop_token& stop) {
    std::vector<std::shared_ptr<const Model>> models;
    for (const std::vector<double>& values : places) {
        ModelDescription description = request.model->description;
        for (std::size_t k = 0; k < values.size(); ++k)
            if (auto set = setParameter(description, request.parameters[k], numberText(values[k]));
                !set)
                return tl::unexpected(set.error());
        auto model = buildModel(std::move(description));
        if (!model) return tl::unexpected(model.error());
        models.push_back(*std::move(model));
    }
    const auto runs = columnRowsNear(catalogue, models, spec, columns, stop);
    if (!runs) return tl::unexpected(runs.error());
    std::vector<std::vector<double>> all;
    for (const ColumnRows& rows : *runs) {
        std::vector<double>& own = all.emplace_back();
        for (Eigen::Index c = 0; c < rows.values.cols(); ++c) {
            const auto column = atTimes(rows.times, rows.values.col(c), request.data.times);
            own.insert(own.end(), column.begin(), column.end());
        }
    }
    return all;
}

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
    FitProblem problem;
    std::vector<std::string> columns;
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
        columns.push_back(column);
        used.push_back(s);
        problem.series.push_back(data.series[s]);
        problem.sigma.push_back(1.0);
    }
    if (columns.empty())
        return fail(error(Place::option("--data"),
                          MOMENTREE_TEXT("fit-no-columns",
                                         "no column has the name of a column of the run; name "
                                         "them by --columns %1=COLUMN")(data.names.front())));
    for (const std::string& name : request.parameters) {
        const auto& all = model.description.parameters;
        const auto at = std::ranges::find(all, name, &ParameterDescription::name);
        if (at == all.end()) {
            std::vector<std::string> names;
            for (const ParameterDescription& one : all) names.push_back(one.name);
            return fail(
                error(Place::option("--parameters"),
                      MOMENTREE_TEXT("fit-no-parameter", "the model has no parameter '%1'%2")(
                          name, didYouMean(name, names))));
        }
        problem.parameters.push_back({name, at->value.value});
    }
    RunSpec spec = request.spec;
    spec.duration = data.times.back();
    double shortest = data.times[1] - data.times[0];
    for (std::size_t k = 1; k < data.times.size(); ++k)
        shortest = std::min(shortest, data.times[k] - data.times[k - 1]);
    const double mean =
        (data.times.back() - data.times.front()) / static_cast<double>(data.times.size() - 1);
    const bool even = std::ranges::all_of(data.times, [mean](double t) {
        return std::abs(t - mean * std::round(t / mean)) <= sameTime * mean;
    });
    spec.sample = even ? mean : shortest / rowsBetween;
    problem.predictNear = [&](const std::vector<std::vector<double>>& places) {
        return predicted(catalogue, request, spec, columns, places, stop);
    };
    problem.predict = [&](const std::vector<double>& values) -> Result<std::vector<double>> {
        auto all = problem.predictNear({values});
        if (!all) return tl::unexpected(all.error());
        return std::move(all->front());
    };
    auto found = fit(problem, stop);
    if (!found) return tl::unexpected(found.error());
    return DataFit{data, std::move(columns), std::move(used), *std::move(found)};
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
