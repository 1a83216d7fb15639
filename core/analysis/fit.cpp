// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/fit.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "core/analysis/fit_search.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int whiteningRounds = 4;
constexpr double correlatedFrom = 0.2;

/// Where the search begins.
Result<FitIterate> beginning(const FitProblem& problem, const FitRows& rows, Fit& out,
                             const std::stop_token& stop) {
    const Index n = std::ssize(problem.parameters);
    if (problem.predictCoarse && n > 1)
        if (auto near = approach(problem, rows, out, stop)) return *std::move(near);
    out.steps = 0;
    FitIterate at{VectorXd::Zero(n), {}, {}};
    if (auto done = at.renew(rows, true); !done) return tl::unexpected(done.error());
    return at;
}

/// Moves to the least squares, of whitened residuals where those are correlated.
Result<void> search(const FitRows& rows, FitIterate& at, Fit& out, const std::stop_token& stop) {
    if (auto done = descend(rows, 0.0, at, out, stop); !done) return done;
    out.rho = foretoldCorrelation(rows, at);
    if (out.rho <= correlatedFrom) {
        if (auto done = finish(rows, 0.0, at, out, stop); !done) return done;
        out.rho = areMoreThanRounding(rows, at.r) ? rows.correlation(at.r) : 0.0;
        if (out.rho <= correlatedFrom) return {};
    }
    for (int round = 0; round < whiteningRounds && out.rho > correlatedFrom; ++round) {
        out.prewhitened = true;
        if (auto done = descend(rows, out.rho, at, out, stop); !done) return done;
        out.rho = correlationAhead(rows, at, out.rho);
    }
    if (auto done = finish(rows, out.rho, at, out, stop); !done) return done;
    // What seemed correlated was the bend of the way to exact data.
    if (!areMoreThanRounding(rows, at.r)) out.prewhitened = false, out.rho = 0.0;
    return {};
}

/// What the data leave open: a direction of the scaled parameters without influence.
std::string undetermined(const FitProblem& problem, const FitRows& rows, VectorXd direction) {
    direction /= direction.cwiseAbs().maxCoeff();
    std::vector<std::size_t> taking;
    bool logarithms = true;
    for (Index k = 0; k < direction.size(); ++k)
        if (std::abs(direction[k]) > 1e-3) {
            taking.push_back(static_cast<std::size_t>(k));
            logarithms = logarithms && rows.positive(taking.back());
        }
    const auto name = [&](std::size_t k) { return problem.parameters[taking[k]].name; };
    if (taking.size() == 1) return "the data say nothing of " + name(0);
    if (taking.size() == 2 && logarithms) {
        const double a = direction[static_cast<Index>(taking[0])],
                     b = direction[static_cast<Index>(taking[1])];
        if (std::abs(std::abs(a / b) - 1.0) < 1e-2)
            return "only " + name(0) + (a * b > 0.0 ? "/" : " ") + name(1) + " can be found";
    }
    std::string names;
    for (std::size_t k = 0; k < taking.size(); ++k)
        names += (k == 0 ? "" : k + 1 == taking.size() ? " and " : ", ") + name(k);
    return "the data do not tell " + names + " apart";
}

/// The parameters that the data determine; says of others what the data leave open.
/// @param J whitened
std::vector<Index> determined(const FitProblem& problem, const FitRows& rows, const MatrixXd& J,
                              Fit& out) {
    const Index n = J.cols();
    // Columns of equal length, so that the singular values compare shapes and not units.
    VectorXd lengths = J.colwise().norm();
    for (Index k = 0; k < n; ++k)
        if (lengths[k] == 0.0) lengths[k] = 1.0;
    const MatrixXd shapes = J * lengths.cwiseInverse().asDiagonal();
    const MatrixXd open = rightNullSpace(shapes, determinedFrom);
    std::vector<bool> found(static_cast<std::size_t>(n), true);
    for (Index k = 0; k < open.cols(); ++k) {
        const VectorXd direction = open.col(k).cwiseQuotient(lengths);
        out.undetermined.push_back(undetermined(problem, rows, direction));
        for (Index i = 0; i < n; ++i)
            if (std::abs(direction[i]) > 1e-3 * direction.cwiseAbs().maxCoeff())
                found[static_cast<std::size_t>(i)] = false;
    }
    std::vector<Index> known;
    for (Index k = 0; k < n; ++k)
        if (found[static_cast<std::size_t>(k)]) known.push_back(k);
    return known;
}

/// Values, intervals and correlations of all parameters.
void writeIntervals(const FitProblem& problem, const FitRows& rows, const FitIterate& at,
                    Fit& out) {
    const Index n = at.x.size();
    const double rho = out.prewhitened ? out.rho : 0.0;
    MatrixXd J = at.J;
    rows.whiten(J, rho);
    const double freedom = static_cast<double>(rows.count() - n);
    const double variance = rows.cost(at.r, rho) / freedom;
    out.rms = std::sqrt(at.r.squaredNorm() / static_cast<double>(rows.count()));
    const std::vector<Index> known = determined(problem, rows, J, out);
    const MatrixXd part = J(Eigen::all, known);
    const MatrixXd C = known.empty() ? MatrixXd() : inverseOf(part.transpose() * part);
    const double t = boost::math::quantile(boost::math::students_t(freedom), 0.975);
    out.correlation = MatrixXd::Identity(n, n);
    for (std::size_t i = 0; i < known.size(); ++i)
        for (std::size_t k = 0; k < known.size(); ++k) {
            const auto a = static_cast<Index>(i), b = static_cast<Index>(k);
            out.correlation(known[i], known[k]) = C(a, b) / std::sqrt(C(a, a) * C(b, b));
        }
    for (Index k = 0; k < n; ++k) {
        const auto index = static_cast<std::size_t>(k);
        FittedParameter& one = out.parameters.emplace_back();
        one.name = problem.parameters[index].name;
        one.value = rows.value(index, at.x[k]);
        const auto place = std::ranges::find(known, k) - known.begin();
        one.found = place < std::ssize(known);
        const double half = one.found ? t * std::sqrt(variance * C(place, place)) : INFINITY;
        one.low = rows.value(index, at.x[k] - half);
        one.high = rows.value(index, at.x[k] + half);
        if (one.low > one.high) std::swap(one.low, one.high);
    }
}

}  // namespace

Result<Fit> fit(const FitProblem& problem, std::stop_token stop) {
    const FitRows rows(problem);
    const Index n = std::ssize(problem.parameters);
    if (rows.count() <= n)
        return fail(error(Place::model("data"),
                          MOMENTREE_TEXT("fit-too-few", "%1 values cannot determine %2 parameters")(
                              rows.count(), n)));
    Fit out;
    auto at = beginning(problem, rows, out, stop);
    if (!at) return tl::unexpected(at.error());
    if (auto done = search(rows, *at, out, stop); !done) return tl::unexpected(done.error());
    writeIntervals(problem, rows, *at, out);
    out.predicted = rows.predicted(at->r);
    return out;
}

}  // namespace momentree
