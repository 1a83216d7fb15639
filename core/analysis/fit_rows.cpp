// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/fit_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/execution/in_parallel.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {

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
    const bool near = runs_ == Runs::Coarse || (problem_.predictNear && places.size() > 2);
    const std::size_t atOnce = near ? FitProblem::nearAtOnce : 1;
    std::vector<Result<void>> done((places.size() + atOnce - 1) / atOnce);
    MatrixXd all(count_, std::ssize(places));
    inParallel(done.size(), 2, [&](std::size_t group) {
        const std::size_t first = group * atOnce;
        const std::size_t count = std::min(atOnce, places.size() - first);
        done[group] =
            residualsInto(all.middleCols(static_cast<Index>(first), static_cast<Index>(count)),
                          std::span(places).subspan(first, count));
    });
    for (const Result<void>& one : done)
        if (!one) return tl::unexpected(one.error());
    return all;
}

std::vector<double> FitRows::predicted(const VectorXd& residuals) const {
    std::vector<double> all;
    Index row = 0;
    for (std::size_t s = 0; s < problem_.series.size(); ++s)
        for (const double measured : problem_.series[s])
            all.push_back(measured + problem_.sigma[s] * residuals[row++]);
    return all;
}

Result<FitRows::Beside> FitRows::beside(const VectorXd& x, double step) const {
    std::vector<VectorXd> places;
    for (Index k = 0; k < x.size(); ++k)
        for (const double side : {step, -step}) places.push_back(moved(x, k, side));
    const auto r = residualsAt(places);
    if (!r) return tl::unexpected(r.error());
    const auto after = (*r)(Eigen::all, Eigen::seqN(0, x.size(), 2));
    const auto before = (*r)(Eigen::all, Eigen::seqN(1, x.size(), 2));
    return Beside{0.5 * (after + before), (after - before) / (2.0 * step)};
}

Result<FitRows::Slopes> FitRows::exactSlopes(const VectorXd& x) const {
    constexpr double h = 0.5 * difference;
    const auto near = beside(x, h);
    if (!near) return tl::unexpected(near.error());
    auto terms = coarseTerms(x, *near);
    if (!terms) {
        const auto far = beside(x, 2.0 * h);
        if (!far) return tl::unexpected(far.error());
        terms = thirdTerms(*near, *far);
    }
    Slopes out{(near->r + terms->r).rowwise().mean(), near->J + terms->J};
    for (Index k = 0; k < x.size(); ++k) {
        const double size = out.J.col(k).norm();
        if (size == 0.0) continue;
        // The extrapolation leaves less than the last correction times the square of the step.
        const double share = terms->J.col(k).norm() / size;
        out.error = std::max(out.error, share * std::max(difference * difference, terms->error));
        out.bend = std::max(out.bend, 2.0 * terms->r.col(k).norm() / (h * h * size));
    }
    return out;
}

FitRows::Terms FitRows::thirdTerms(const Beside& near, const Beside& far) {
    return {(near.r - far.r) / 3.0, (near.J - far.J) / 3.0};
}

std::optional<FitRows::Terms> FitRows::coarseTerms(const VectorXd& x, const Beside& near) const {
    constexpr double h = 0.5 * difference, alike = 1e-2, still = 1e-7;
    if (runs_ == Runs::Coarse || !problem_.predictCoarse) return {};
    const FitRows coarse(problem_, Runs::Coarse);
    const auto its = coarse.beside(x, h), far = coarse.beside(x, 2.0 * h);
    if (!its || !far) return {};
    Terms terms = thirdTerms(*its, *far);
    for (Index k = 0; k < x.size(); ++k)
        if (const double size = near.J.col(k).norm(); size > 0.0)
            terms.error = std::max(terms.error, (its->J - near.J).col(k).norm() / size);
    // What is wrong of the residuals must not move the variables.
    const double moved =
        terms.error * terms.r.rowwise().mean().norm() / singularValues(near.J).minCoeff();
    return terms.error < alike && moved < still ? std::optional(std::move(terms)) : std::nullopt;
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
