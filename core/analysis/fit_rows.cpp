// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/fit_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/execution/in_parallel.hpp"

namespace momentree {
namespace {

constexpr double besideBy = 0.5 * FitRows::difference;  ///< of the nearer runs for slopes

}  // namespace

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

FitRows::FitRows(const FitProblem& problem, Runs runs) : problem_(problem), runs_(runs) {
    for (const auto& one : problem.series) count_ += static_cast<Index>(one.size());
}

double FitRows::value(std::size_t k, double x) const {
    const double start = problem_.parameters[k].start;
    return positive(k) ? start * std::exp(x) : start + x * (start == 0.0 ? 1.0 : -start);
}

Result<VectorXd> FitRows::residuals(const VectorXd& x) const {
    const auto one = residualsAt({x});
    if (!one) return tl::unexpected(one.error());
    return VectorXd(one->col(0));
}

Result<MatrixXd> FitRows::residualsAt(const std::vector<VectorXd>& places) const {
    MatrixXd all(count_, std::ssize(places));
    std::vector<Group> groups;
    addGroups(places, all, groups);
    if (auto done = compute(groups); !done) return tl::unexpected(done.error());
    return all;
}

void FitRows::addGroups(const std::vector<VectorXd>& places, MatrixXd& out,
                        std::vector<Group>& groups) const {
    const bool near = runs_ == Runs::Coarse || (problem_.predictNear && places.size() > 2);
    const std::size_t atOnce = near ? FitProblem::nearAtOnce : 1;
    for (std::size_t first = 0; first < places.size(); first += atOnce) {
        const std::size_t count = std::min(atOnce, places.size() - first);
        groups.push_back(
            {this, std::span(places).subspan(first, count), &out, static_cast<Index>(first)});
    }
}

Result<void> FitRows::compute(const std::vector<Group>& groups) {
    std::vector<Result<void>> done(groups.size());
    inParallel(groups.size(), 2, [&](std::size_t k) {
        const Group& one = groups[k];
        done[k] = one.rows->residualsInto(one.out->middleCols(one.first, std::ssize(one.places)),
                                          one.places);
    });
    for (const Result<void>& one : done)
        if (!one) return one;
    return {};
}

std::vector<double> FitRows::predicted(const VectorXd& residuals) const {
    std::vector<double> all;
    Index row = 0;
    for (std::size_t s = 0; s < problem_.series.size(); ++s)
        for (const double measured : problem_.series[s])
            all.push_back(measured + problem_.sigma[s] * residuals[row++]);
    return all;
}

std::vector<VectorXd> FitRows::placesBeside(const VectorXd& x) {
    std::vector<VectorXd> places;
    for (const double step : {besideBy, 2.0 * besideBy})
        for (const double side : {step, -step})
            for (Index k = 0; k < x.size(); ++k) places.push_back(moved(x, k, side));
    return places;
}

FitRows::Series FitRows::seriesOf(const MatrixXd& beside) {
    const Index n = beside.cols() / 4;
    const auto mean = [&](Index far) {
        return MatrixXd(0.5 * (beside.middleCols(far, n) + beside.middleCols(far + n, n)));
    };
    const auto slope = [&](Index far, double step) {
        return MatrixXd((beside.middleCols(far, n) - beside.middleCols(far + n, n)) / (2.0 * step));
    };
    Series out;
    const MatrixXd near = slope(0, besideBy);
    out.terms = (near - slope(2 * n, 2.0 * besideBy)) / 3.0;
    out.J = near + out.terms;
    out.bends = 2.0 * (mean(2 * n) - mean(0)) / (3.0 * besideBy * besideBy);
    out.r = (mean(0) - 0.5 * besideBy * besideBy * out.bends).rowwise().mean();
    return out;
}

Result<FitRows::Slopes> FitRows::exactSlopes(const VectorXd& x) const {
    if (auto soon = slopesByCoarse(x)) return *std::move(soon);
    const auto beside = residualsAt(placesBeside(x));
    if (!beside) return tl::unexpected(beside.error());
    return slopesOf(seriesOf(*beside));
}

std::optional<FitRows::Slopes> FitRows::slopesByCoarse(const VectorXd& x) const {
    constexpr double alike = 1e-4;
    if (runs_ == Runs::Coarse || !problem_.predictCoarse) return {};
    const Index n = x.size();
    const FitRows coarse(problem_, Runs::Coarse);
    const std::vector<VectorXd> beside = placesBeside(x);
    std::vector<VectorXd> after(beside.begin(), beside.begin() + n);
    after.push_back(x);
    MatrixXd own(count_, n + 1), others(count_, 4 * n);
    std::vector<Group> groups;
    addGroups(after, own, groups);
    coarse.addGroups(beside, others, groups);
    if (!compute(groups)) return {};
    Series series = seriesOf(others);
    const MatrixXd lack =
        ((own.leftCols(n) - others.leftCols(n)).colwise() - (own.col(n) - series.r)) / besideBy;
    series.J += lack;
    series.r = own.col(n);
    Slopes out = slopesOf(std::move(series));
    for (Index k = 0; k < n; ++k) {
        const double size = out.J.col(k).norm();
        if (size == 0.0) continue;
        const double share = lack.col(k).norm() / size;
        if (!(share < alike)) return {};
        // A difference to one side; what coarse runs lack bends as the residuals do.
        out.error = std::max(out.error, share * besideBy * out.bend);
    }
    return out;
}

FitRows::Slopes FitRows::slopesOf(Series own) {
    Slopes out{std::move(own.r), std::move(own.J)};
    for (Index k = 0; k < out.J.cols(); ++k) {
        const double size = out.J.col(k).norm();
        if (size == 0.0) continue;
        // The extrapolation leaves less than the last correction times the square of the step.
        const double share = own.terms.col(k).norm() / size;
        out.error = std::max(out.error, share * std::max(difference * difference, share));
        out.bend = std::max(out.bend, own.bends.col(k).norm() / size);
    }
    return out;
}

double FitRows::size() const {
    double squares = 0.0;
    for (std::size_t s = 0; s < problem_.series.size(); ++s)
        for (const double measured : problem_.series[s])
            squares += std::pow(measured / problem_.sigma[s], 2);
    return std::sqrt(squares);
}

void FitRows::whiten(MatrixXd& rows, double rho) const {
    Index end = count_;
    for (auto one = problem_.series.rbegin(); one != problem_.series.rend(); ++one) {
        const Index first = end - static_cast<Index>(one->size());
        for (Index i = end - 1; i > first; --i) rows.row(i) -= rho * rows.row(i - 1);
        if (first < end) rows.row(first) *= std::sqrt(1.0 - rho * rho);
        end = first;
    }
}

double FitRows::cost(const VectorXd& r, double rho) const {
    MatrixXd rows = r;
    whiten(rows, rho);
    return rows.squaredNorm();
}

double FitRows::correlation(const VectorXd& r) const {
    double products = 0.0, squares = 0.0;
    Index row = 0;
    for (const auto& one : problem_.series) {
        for (std::size_t i = 0; i < one.size(); ++i, ++row) {
            if (i + 1 < one.size()) squares += r[row] * r[row];
            if (i > 0) products += r[row] * r[row - 1];
        }
    }
    if (!(squares > 0.0)) return 0.0;
    const double rho = products / squares;
    return std::clamp(rho + (1.0 + 3.0 * rho) / static_cast<double>(count_), -0.99, 0.99);
}

Result<void> FitRows::residualsInto(Eigen::Ref<MatrixXd> out,
                                    std::span<const VectorXd> places) const {
    std::vector<std::vector<double>> all;
    for (const VectorXd& x : places) {
        std::vector<double>& values = all.emplace_back();
        for (Index k = 0; k < x.size(); ++k)
            values.push_back(value(static_cast<std::size_t>(k), x[k]));
    }
    const auto predicted = predict(all);
    if (!predicted) return tl::unexpected(predicted.error());
    for (std::size_t k = 0; k < all.size(); ++k)
        for (std::size_t s = 0, row = 0; s < problem_.series.size(); ++s)
            for (const double measured : problem_.series[s]) {
                const double apart = (*predicted)[k][row] - measured;
                if (!std::isfinite(apart))
                    return fail(error(
                        Place::run(),
                        MOMENTREE_TEXT("fit-not-finite",
                                       "a measured value, or the column of the run that is to "
                                       "agree with it, is not a finite number")));
                out(static_cast<Index>(row++), static_cast<Index>(k)) = apart / problem_.sigma[s];
            }
    return {};
}

Result<std::vector<std::vector<double>>> FitRows::predict(
    const std::vector<std::vector<double>>& places) const {
    if (runs_ == Runs::Coarse) return problem_.predictCoarse(places);
    if (places.size() > 1) return problem_.predictNear(places);
    auto one = problem_.predict(places[0]);
    if (!one) return tl::unexpected(one.error());
    return std::vector<std::vector<double>>{*std::move(one)};
}

}  // namespace momentree
