// SPDX-License-Identifier: Apache-2.0
#include "core/study/run_fit.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/session/run_limits.hpp"
#include "core/study/column_rows.hpp"

namespace momentree {
namespace {

constexpr int rowsBetween = 8;     ///< of a run, from one measured time to the next, if those vary
constexpr int fewestRows = 16;     ///< between which coarse runs are interpolated
constexpr double sameTime = 1e-6;  ///< of times, relative to the interval of rows

using Places = std::vector<std::vector<double>>;

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
Result<Places> predicted(const Catalogue& catalogue, const RunFit& wanted, const RunSpec& spec,
                         const Places& places, const std::stop_token& stop) {
    std::vector<std::shared_ptr<const Model>> models;
    for (const std::vector<double>& values : places) {
        ModelDescription description = wanted.model->description;
        for (std::size_t k = 0; k < values.size(); ++k)
            if (auto set = setParameter(description, wanted.parameters[k], numberText(values[k]));
                !set)
                return tl::unexpected(set.error());
        auto model = buildModel(std::move(description));
        if (!model) return tl::unexpected(model.error());
        models.push_back(*std::move(model));
    }
    const auto runs = columnRowsNear(catalogue, models, spec, wanted.columns, stop);
    if (!runs) return tl::unexpected(runs.error());
    Places all;
    for (const ColumnRows& rows : *runs) {
        std::vector<double>& own = all.emplace_back();
        for (Eigen::Index c = 0; c < rows.values.cols(); ++c) {
            const auto column = atTimes(rows.times, rows.values.col(c), wanted.times);
            own.insert(own.end(), column.begin(), column.end());
        }
    }
    return all;
}

/// With the rows that the times need.
RunSpec runOver(const std::vector<double>& times, RunSpec spec) {
    spec.duration = times.back();
    double shortest = times[1] - times[0];
    for (std::size_t k = 1; k < times.size(); ++k)
        shortest = std::min(shortest, times[k] - times[k - 1]);
    const double mean = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    const bool even = std::ranges::all_of(times, [mean](double t) {
        return std::abs(t - mean * std::round(t / mean)) <= sameTime * mean;
    });
    spec.sample = even ? mean : shortest / rowsBetween;
    return spec;
}

/// With longer steps, and rows no closer than those.
RunSpec coarser(RunSpec spec) {
    spec.step = coarseFactor * takenStep(spec);
    const double most = spec.duration / fewestRows;
    spec.sample *= std::max(1.0, std::floor(std::min(spec.step, most) / spec.sample + sameTime));
    return spec;
}

/// With where the search begins.
Result<std::vector<FitParameter>> parametersOf(const RunFit& wanted) {
    const auto& all = wanted.model->description.parameters;
    std::vector<FitParameter> found;
    for (const std::string& name : wanted.parameters) {
        const auto at = std::ranges::find(all, name, &ParameterDescription::name);
        if (at == all.end()) {
            std::vector<std::string> names;
            for (const ParameterDescription& one : all) names.push_back(one.name);
            return fail(
                error(Place::option("--parameters"),
                      MOMENTREE_TEXT("fit-no-parameter", "the model has no parameter '%1'%2")(
                          name, didYouMean(name, names))));
        }
        found.push_back({name, at->value.value});
    }
    return found;
}

}  // namespace

Result<Fit> fitRun(const Catalogue& catalogue, const RunFit& wanted, std::stop_token stop) {
    auto parameters = parametersOf(wanted);
    if (!parameters) return tl::unexpected(parameters.error());
    FitProblem problem;
    problem.parameters = *std::move(parameters);
    problem.series = wanted.measured;
    problem.sigma.assign(wanted.columns.size(), 1.0);
    const RunSpec spec = runOver(wanted.times, wanted.spec);
    const auto runs = [&](const RunSpec& own) {
        return [&, own](const Places& places) {
            return predicted(catalogue, wanted, own, places, stop);
        };
    };
    problem.predictNear = runs(spec);
    problem.predict = [&](const std::vector<double>& values) -> Result<std::vector<double>> {
        auto all = problem.predictNear({values});
        if (!all) return tl::unexpected(all.error());
        return std::move(all->front());
    };
    if (!isAdaptive(spec.integrator)) problem.predictCoarse = runs(coarser(spec));
    return fit(problem, stop);
}

}  // namespace momentree
