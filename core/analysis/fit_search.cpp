// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/fit_search.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostFitSteps = 60;
constexpr double nearAt = 1e-5;  ///< change of the variables
/// The same where derivatives are those of the place: a step then ends within `nearAt`.
constexpr double soonAt = 2e-3;
/// What the last step may leave of the variables, if it is not that short.
constexpr double enoughAt = 1e-7;
constexpr double farthest = 2.0;  ///< in a step, of a logarithm: by a factor of 7
constexpr double light = 1e-9;    ///< damping, for directions that the data leave open
constexpr double exact = 1e-7;    ///< residuals relative to the data that say nothing of their rows
constexpr double difference = FitRows::difference;

/// A damped step, and by what it lowers the cost if the residuals are linear.
struct DampedStep {
    VectorXd change;
    double gain = 0.0;
};
DampedStep dampedStep(const FitRows& rows, const FitIterate& at, double rho, double lambda) {
    MatrixXd J = at.J, r = at.r;
    rows.whiten(J, rho);
    rows.whiten(r, rho);
    const MatrixXd A = J.transpose() * J;
    const VectorXd g = J.transpose() * r;
    MatrixXd damped = A;
    damped.diagonal() += lambda * A.diagonal();
    damped.diagonal().array() += 1e-300;
    VectorXd change = -leastSquares(damped, g, 1e-15);
    // Beyond, a positive parameter would be so near to zero that nothing leads back.
    for (Index k = 0; k < change.size(); ++k)
        if (rows.positive(static_cast<std::size_t>(k)))
            change[k] = std::clamp(change[k], -farthest, farthest);
    return {change, -change.dot(2.0 * g + A * change)};
}

/// To the least squares, if the residuals are linear. With exact derivatives, directions that the
/// data leave open stay as they are.
VectorXd wholeStep(const FitRows& rows, const FitIterate& at, double rho) {
    if (at.slopes != FitIterate::Slopes::Exact) return dampedStep(rows, at, rho, light).change;
    MatrixXd J = at.J, r = at.r;
    rows.whiten(J, rho);
    rows.whiten(r, rho);
    VectorXd lengths = J.colwise().norm();
    for (double& length : lengths)
        if (length == 0.0) length = 1.0;
    const MatrixXd shapes = J * lengths.cwiseInverse().asDiagonal();
    const VectorXd change = -leastSquares(shapes, r, determinedFrom);
    return change.cwiseQuotient(lengths).cwiseMax(-farthest).cwiseMin(farthest);
}

double largest(const VectorXd& change) { return change.cwiseAbs().maxCoeff(); }

/// What a step with exact derivatives leaves of the variables: J changes by `bend` on the way,
/// which moves the residuals by the square of the step, and the part of the residuals that J takes.
double leftBy(const VectorXd& change, const FitIterate& at) {
    const double bent = at.bend * change.lpNorm<1>();
    return bent * (0.5 * (at.J * change).norm() + at.r.norm()) / singularValues(at.J).minCoeff();
}

/// The rest of the way of a single parameter, among four runs.
Result<void> finishBetween(const FitRows& rows, double rho, FitIterate& at, Fit& out) {
    constexpr int rounds = 3, mostSteps = 20;
    constexpr double enough = 1e-10;
    for (int round = 0;; ++round) {
        const bool holds = at.between.holds(at.x[0]);
        if (!holds && (at.between.runs.size() == 0 || at.between.middle != at.x[0]))
            if (auto done = at.renewBetween(rows); !done) return done;
        if (!holds)
            if (auto done = at.widen(rows); !done) return done;
        double moved = INFINITY;
        for (int k = 0; k < mostSteps && moved > enough && at.between.holds(at.x[0]); ++k) {
            at.r = at.between.residuals(at.x[0]);
            at.J = at.between.slope(at.x[0]);
            const VectorXd change = wholeStep(rows, at, rho);
            moved = std::abs(change[0]);
            if (moved > enough) at.x += change;
        }
        if (moved <= enough || round == rounds) break;
    }
    at.x[0] = std::clamp(at.x[0], at.between.middle - FitBetween::reach,
                         at.between.middle + FitBetween::reach);
    at.r = at.between.residuals(at.x[0]);
    at.J = at.between.slope(at.x[0]);
    out.derivativeError = at.between.error(at.x[0]);
    return {};
}

/// A step, if it lowers the cost, and exact derivatives where it ends.
Result<void> stepExactly(const FitRows& rows, double rho, FitIterate& at, Fit& out) {
    FitIterate there;
    there.x = at.x + wholeStep(rows, at, rho);
    if (there.renewExactly(rows, out) && rows.cost(there.r, rho) <= rows.cost(at.r, rho)) {
        at = std::move(there);
        return {};
    }
    return at.renewExactly(rows, out);
}

}  // namespace

bool FitBetween::holds(double x) const { return runs.cols() == 4 && std::abs(x - middle) <= reach; }

VectorXd FitBetween::residuals(double x) const {
    const double t = (x - middle) / difference, far = t * t - 4.0, near = t * t - 1.0;
    return ((t - 1.0) * far * runs.col(0) - (t + 1.0) * far * runs.col(1)) / 6.0 +
           ((t + 2.0) * near * runs.col(3) - (t - 2.0) * near * runs.col(2)) / 12.0;
}

VectorXd FitBetween::slope(double x) const {
    const double t = (x - middle) / difference, far = t * t - 4.0, near = t * t - 1.0;
    return (((far + 2.0 * t * (t - 1.0)) * runs.col(0) -
             (far + 2.0 * t * (t + 1.0)) * runs.col(1)) /
                6.0 +
            ((near + 2.0 * t * (t + 2.0)) * runs.col(3) -
             (near + 2.0 * t * (t - 2.0)) * runs.col(2)) /
                12.0) /
           difference;
}

double FitBetween::error(double x) const {
    const VectorXd near = (runs.col(1) - runs.col(0)) / (2.0 * difference);
    const VectorXd far = (runs.col(3) - runs.col(2)) / (4.0 * difference);
    const double size = ((4.0 * near - far) / 3.0).norm();
    if (!(size > 0.0)) return 0.0;
    const double second = (near - far).norm() / (3.0 * size);
    return std::max(second * second, std::abs(x - middle) / difference * std::pow(second, 1.5));
}

Result<void> FitIterate::renewBetween(const FitRows& rows) {
    auto runs =
        rows.residualsAt({FitRows::moved(x, 0, -difference), FitRows::moved(x, 0, difference)});
    if (!runs) return tl::unexpected(runs.error());
    between = {x[0], *std::move(runs)};
    r = 0.5 * (between.runs.col(0) + between.runs.col(1));
    J = (between.runs.col(1) - between.runs.col(0)) / (2.0 * difference);
    slopes = Slopes::Here;
    return {};
}

Result<void> FitIterate::widen(const FitRows& rows) {
    const VectorXd middle = VectorXd::Constant(1, between.middle);
    const auto runs = rows.residualsAt({FitRows::moved(middle, 0, -FitBetween::reach),
                                        FitRows::moved(middle, 0, FitBetween::reach)});
    if (!runs) return tl::unexpected(runs.error());
    between.runs.conservativeResize(Eigen::NoChange, 4);
    between.runs.rightCols(2) = *runs;
    return {};
}

Result<void> FitIterate::renew(const FitRows& rows, bool residuals) {
    if (x.size() == 1 && renewBetween(rows)) return {};
    between = {};  // none at the end of what the model allows
    std::vector<VectorXd> places;
    if (residuals) places.push_back(x);
    for (Index k = 0; k < x.size(); ++k) places.push_back(FitRows::moved(x, k, difference));
    const auto found = rows.residualsAt(places);
    if (!found) return tl::unexpected(found.error());
    if (residuals) r = found->col(0);
    J = (found->rightCols(x.size()).colwise() - r) / difference;
    slopes = Slopes::Here;
    return {};
}

Result<void> FitIterate::renewExactly(const FitRows& rows, Fit& out) {
    auto found = rows.exactSlopes(x);
    if (!found) return tl::unexpected(found.error());
    r = std::move(found->r);
    J = std::move(found->J);
    bend = found->bend;
    slopes = Slopes::Exact;
    out.derivativeError = found->error;
    return {};
}

Result<FitIterate> FitIterate::after(const FitRows& rows, const VectorXd& change) const {
    FitIterate next{x + change, {}, J};
    if (x.size() == 1) {
        if (auto done = next.renew(rows, true); !done) return tl::unexpected(done.error());
        return next;
    }
    auto residuals = rows.residuals(next.x);
    if (!residuals) return tl::unexpected(residuals.error());
    next.r = *std::move(residuals);
    next.J += (next.r - r - J * change) * change.transpose() / change.squaredNorm();
    return next;
}

std::optional<FitIterate> approach(const FitProblem& problem, const FitRows& rows, Fit& out,
                                   const std::stop_token& stop) {
    constexpr double telling = 0.1;  ///< of the residuals at the start
    const FitRows coarse(problem, FitRows::Runs::Coarse);
    FitIterate at{VectorXd::Zero(std::ssize(problem.parameters)), {}, {}};
    if (!at.renew(coarse, true)) return {};
    const double start = at.r.norm();
    if (!descend(coarse, 0.0, at, out, stop)) return {};
    if (const VectorXd change = wholeStep(coarse, at, 0.0); largest(change) < soonAt) {
        at.x += change;
        at.r += at.J * change;
    }
    const VectorXd foretold = at.r;
    if (!at.renewExactly(rows, out)) return {};
    const bool tells = (at.r - foretold).norm() <= telling * start || largest(at.x) < soonAt;
    return tells ? std::optional(std::move(at)) : std::nullopt;
}

Result<void> descend(const FitRows& rows, double rho, FitIterate& at, Fit& out,
                     const std::stop_token& stop) {
    constexpr double mostDamped = 1e10, agrees = 0.25;
    double lambda = 1e-3, cost = rows.cost(at.r, rho);
    for (int step = 0; step < mostFitSteps && lambda < mostDamped;) {
        if (stop.stop_requested())
            return fail(error(Place::run(), MOMENTREE_TEXT("fit-stopped", "stopped")));
        const bool fresh = at.slopes != FitIterate::Slopes::Carried;
        const auto [change, foretold] = dampedStep(rows, at, rho, lambda);
        if (largest(change) < (fresh ? soonAt : nearAt)) break;
        auto next = at.after(rows, change);
        const double gain = next ? cost - rows.cost(next->r, rho) : -INFINITY;
        const bool agreed = std::abs(gain - foretold) <= agrees * foretold;
        if (gain >= 0.0) {
            at = *std::move(next);
            cost -= gain;
            lambda = std::max(1e-12, 0.1 * lambda);
            ++step, ++out.steps;
        } else if (fresh) {
            lambda *= 10.0;
            continue;
        }
        if (agreed || at.slopes != FitIterate::Slopes::Carried) continue;
        if (auto renewed = at.renew(rows, false); !renewed) return renewed;
    }
    return {};
}

Result<void> finish(const FitRows& rows, double rho, FitIterate& at, Fit& out,
                    const std::stop_token& stop) {
    constexpr int rounds = 3;
    if (at.x.size() == 1) return finishBetween(rows, rho, at, out);
    for (int round = 0;; ++round) {
        if (round > 0 || at.slopes != FitIterate::Slopes::Exact)
            if (auto done = stepExactly(rows, rho, at, out); !done) return done;
        const VectorXd change = wholeStep(rows, at, rho);
        const bool near =
            largest(change) < nearAt || (largest(change) < soonAt && leftBy(change, at) < enoughAt);
        if (near) {
            at.x += change;
            at.r += at.J * change;
        }
        if (near || round == rounds) return {};
        if (auto done = descend(rows, rho, at, out, stop); !done) return done;
    }
}

double correlationAhead(const FitRows& rows, const FitIterate& at, double rho) {
    return rows.correlation(at.r + at.J * wholeStep(rows, at, rho));
}

double foretoldCorrelation(const FitRows& rows, const FitIterate& at) {
    constexpr double share = 100.0;
    if (at.x.size() == 1) return 0.0;  // the end costs no more than its correlation
    const VectorXd change = wholeStep(rows, at, 0.0);
    const VectorXd moves = at.J * change, r = at.r + moves;
    const double bend = share * largest(change) * moves.norm();
    return r.norm() > bend && areMoreThanRounding(rows, r) ? rows.correlation(r) : 0.0;
}

bool areMoreThanRounding(const FitRows& rows, const VectorXd& r) {
    return r.norm() > exact * rows.size();
}

}  // namespace momentree
