// SPDX-License-Identifier: Apache-2.0
#include "core/study/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/execution/in_parallel.hpp"
#include "core/model/at_value.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"
#include "core/model/sticking.hpp"
#include "core/study/column_rows.hpp"
#include "core/study/forward_slopes.hpp"

namespace momentree {
namespace {

using Eigen::MatrixXd;

/// The columns of the run of a changed model.
class ChangedRuns {
public:
    ChangedRuns(const Catalogue& catalogue, const SensitivityRequest& request,
                const std::vector<std::string>& columns, std::stop_token stop)
        : catalogue_(catalogue), request_(request), columns_(columns), stop_(std::move(stop)) {}

    /// With one parameter at this value; the model itself without a name.
    Result<MatrixXd> with(const std::string& name, double value) {
        ModelDescription description = request_.model->description;
        if (!name.empty())
            if (auto given = giveParameter(description, name, Scalar(value)); !given)
                return tl::unexpected(given.error());
        const auto model = buildModel(std::move(description));
        if (!model) return tl::unexpected(atValue(model.error(), name, value));
        auto rows = columnRows(catalogue_, *model, request_.spec, columns_, stop_);
        if (!rows)
            return tl::unexpected(name.empty() ? rows.error() : atValue(rows.error(), name, value));
        times_ = std::move(rows->times);
        return std::move(rows->values);
    }
    const std::vector<double>& lastTimes() const { return times_; }

private:
    const Catalogue& catalogue_;
    const SensitivityRequest& request_;
    const std::vector<std::string>& columns_;
    std::stop_token stop_;
    std::vector<double> times_;
};

/// The largest difference of two slopes, relative to the largest slope of its column.
double slopesApart(const MatrixXd& a, const MatrixXd& b) {
    double largest = 0.0;
    for (Eigen::Index c = 0; c < a.cols(); ++c) {
        const double size = a.col(c).lpNorm<Eigen::Infinity>();
        const double gap = (a.col(c) - b.col(c)).lpNorm<Eigen::Infinity>();
        if (!(gap <= largest * size)) largest = size > 0.0 ? gap / size : gap > 0.0 ? 1.0 : largest;
    }
    return largest;
}

struct ExtrapolatedSlope {
    MatrixXd value;
    double error = std::numeric_limits<double>::infinity();
};

/// Differences over ever shorter distances, extrapolated to 0 by polynomials of their squares; ends
/// where rounding makes them worse.
Result<ExtrapolatedSlope> slopeBy(ChangedRuns& runs, const std::string& name, double value) {
    constexpr int most = 7;
    constexpr double first = 0.02, worse = 4.0;
    ExtrapolatedSlope best;
    std::vector<MatrixXd> before, now;
    double distance = first * (value == 0.0 ? 1.0 : std::abs(value));
    for (int k = 0; k < most; ++k, distance *= 0.5) {
        const double up = value + distance, down = value - distance;
        const auto above = runs.with(name, up), below = runs.with(name, down);
        if (!above) return tl::unexpected(above.error());
        if (!below) return tl::unexpected(below.error());
        now.assign(1, (*above - *below) / (up - down));
        double power = 4.0;
        for (const MatrixXd& coarse : before) {
            now.push_back((power * now.back() - coarse) / (power - 1.0));
            power *= 4.0;
        }
        for (std::size_t i = 1; i < now.size(); ++i) {
            const double error =
                std::max(slopesApart(now[i], now[i - 1]), slopesApart(now[i], before[i - 1]));
            if (error < best.error) best = {now[i], error};
        }
        if (k > 1 && slopesApart(now.back(), before.back()) > worse * best.error) break;
        before = now;
    }
    return best;
}

Result<std::vector<std::string>> parametersOf(const SensitivityRequest& request) {
    std::vector<std::string> all;
    for (const ParameterDescription& one : request.model->description.parameters)
        all.push_back(one.name);
    if (all.empty())
        return fail(error(Place::model("parameters"),
                          MOMENTREE_TEXT("sensitivity-no-parameters",
                                         "the model has no parameters by which to differentiate")));
    if (request.parameters.empty()) return all;
    for (const std::string& name : request.parameters)
        if (std::ranges::find(all, name) == all.end())
            return fail(
                error(Place::option("--parameters"),
                      MOMENTREE_TEXT("fit-no-parameter", "the model has no parameter '%1'%2")(
                          name, didYouMean(name, all))));
    return request.parameters;
}

Result<std::vector<std::string>> columnsOf(const SensitivityRequest& request) {
    if (auto known = columnsNamed(RowLayout(*request.model), request.columns); !known)
        return tl::unexpected(known.error());
    if (!request.columns.empty()) return request.columns;
    std::vector<std::string> probes;
    for (const Probe& probe : request.model->probes) probes.push_back(probe.what.column);
    if (probes.empty())
        return fail(error(Place::model("probes"),
                          MOMENTREE_TEXT("sensitivity-no-columns",
                                         "the model has no probes; name columns of a run")));
    return probes;
}

/// Completes `out`, which has parameters with values and columns.
Result<void> alongRun(const Catalogue& catalogue, const SensitivityRequest& request,
                      const std::stop_token& stop, Sensitivities& out) {
    ForwardSlopes forward(catalogue, request, out.columns);
    if (auto ran = forward.run(stop); !ran) return ran;
    out.values = forward.values();
    out.times = forward.times();
    // Two parameters at a time; of the last of an odd number, the neighbours of either side.
    const std::size_t count = out.parameters.size();
    std::vector<Result<Slopes>> found(count);
    const auto by = [&](std::size_t k, int threads) {
        found[k] = forward.by(out.parameters[k], out.parameterValues[k], threads, stop);
    };
    const std::size_t paired = count - count % 2;
    inParallel(paired, paired > 0 ? 2 : 1, [&](std::size_t k) { by(k, 1); });
    if (paired < count) by(paired, 2);
    for (Result<Slopes>& slopes : found) {
        if (!slopes) return tl::unexpected(slopes.error());
        out.slopes.push_back(std::move(slopes->value));
        out.error.push_back(slopes->error);
    }
    return {};
}

Result<void> ofWholeRuns(const Catalogue& catalogue, const SensitivityRequest& request,
                         const std::stop_token& stop, Sensitivities& out) {
    ChangedRuns runs(catalogue, request, out.columns, stop);
    auto values = runs.with({}, 0.0);
    if (!values) return tl::unexpected(values.error());
    out.values = *std::move(values);
    out.times = runs.lastTimes();
    for (std::size_t k = 0; k < out.parameters.size(); ++k) {
        auto slope = slopeBy(runs, out.parameters[k], out.parameterValues[k]);
        if (!slope) return tl::unexpected(slope.error());
        out.slopes.push_back(std::move(slope->value));
        out.error.push_back(slope->error);
    }
    return {};
}

}  // namespace

Result<Sensitivities> sensitivities(const Catalogue& catalogue, const SensitivityRequest& request,
                                    std::stop_token stop) {
    if (!request.model->stops.empty())
        return fail(error(Place::model("limits"),
                          MOMENTREE_TEXT("sensitivity-impacts",
                                         "'%1' is met by impacts, at whose instants derivatives "
                                         "jump; give it a stiffness instead")(
                              request.model->stops.front().name)));
    if (const AxialLoad* load = firstSticking(*request.model))
        return fail(error(Place::force(load->name),
                          MOMENTREE_TEXT("sensitivity-sticks",
                                         "its friction sticks, at whose instants derivatives jump; "
                                         "give it a 'speed'")));
    auto parameters = parametersOf(request);
    if (!parameters) return tl::unexpected(parameters.error());
    auto columns = columnsOf(request);
    if (!columns) return tl::unexpected(columns.error());
    Sensitivities out;
    out.parameters = *std::move(parameters);
    out.columns = *std::move(columns);
    for (const std::string& name : out.parameters)
        out.parameterValues.push_back(parameterValue(*request.model, name));
    out.wholeRuns = ForwardSlopes::refusal(request, out.columns);
    auto found = out.wholeRuns ? ofWholeRuns(catalogue, request, stop, out)
                               : alongRun(catalogue, request, stop, out);
    if (!found) return tl::unexpected(found.error());
    return out;
}

}  // namespace momentree
