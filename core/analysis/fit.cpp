// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/fit.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <span>

#include "core/execution/in_parallel.hpp"
#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostFitSteps = 60, whiteningRounds = 4;
constexpr double correlatedFrom = 0.2, difference = 1e-3;
/// Of the scaled derivatives, the smallest singular value that counts; differences are less exact.
constexpr double determinedFrom = 1e-6;
constexpr double nearAt = 1e-5;  ///< change of the parameters, relative
/// The same where derivatives are those of the place: a step then ends within `nearAt`.
constexpr double soonAt = 2e-3;
constexpr double farthest = 2.0;  ///< in a step, of a logarithm: by a factor of 7
constexpr double light = 1e-9;    ///< damping, for directions that the data leave open
constexpr double exact = 1e-7;    ///< residuals relative to the data that say nothing of their rows

/// The problem in scaled variables x, with rows that are made independent.
class Scaled {
public:
    explicit Scaled(const FitProblem& problem) : problem_(problem) {
        for (const auto& one : problem.series) count_ += static_cast<Index>(one.size());
    }
    Index count() const { return count_; }
    bool positive(std::size_t k) const { return problem_.parameters[k].start > 0.0; }
    double value(std::size_t k, double x) const {
        const double start = problem_.parameters[k].start;
        return positive(k) ? start * std::exp(x) : start + x * (start == 0.0 ? 1.0 : -start);
    }
    std::vector<double> values(const VectorXd& x) const {
        std::vector<double> all;
        for (Index k = 0; k < x.size(); ++k)
            all.push_back(value(static_cast<std::size_t>(k), x[k]));
        return all;
    }
    /// (predicted - measured) / sigma.
    Result<VectorXd> residuals(const VectorXd& x) const {
        const auto one = residualsAt({x});
        if (!one) return tl::unexpected(one.error());
        return VectorXd(one->col(0));
    }
    /// What is predicted where these are the residuals.
    std::vector<double> predicted(const VectorXd& residuals) const {
        std::vector<double> all;
        Index row = 0;
        for (std::size_t s = 0; s < problem_.series.size(); ++s)
            for (const double measured : problem_.series[s])
                all.push_back(measured + problem_.sigma[s] * residuals[row++]);
        return all;
    }
    /// Residuals at several places near each other, on two processors.
    Result<MatrixXd> residualsAt(const std::vector<VectorXd>& places) const {
        const bool near = problem_.predictNear && places.size() > 2;
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
    /// Residuals and their slopes dr/dx.
    struct Slopes {
        VectorXd r;
        MatrixXd J;
        double error = 0.0;  ///< of J, relative, as that of order two tells it
    };
    /// By differences of order four. Residuals are interpolated between the same runs.
    Result<Slopes> exactSlopes(const VectorXd& x) const {
        constexpr double h = 0.5 * difference;
        std::vector<VectorXd> places;
        for (Index k = 0; k < x.size(); ++k)
            for (const double step : {h, -h, 2.0 * h, -2.0 * h})
                places.push_back(moved(x, k, step));
        const auto r = residualsAt(places);
        if (!r) return tl::unexpected(r.error());
        Slopes out{VectorXd::Zero(count_), MatrixXd(count_, x.size())};
        for (Index k = 0; k < x.size(); ++k) {
            const VectorXd near = (r->col(4 * k) - r->col(4 * k + 1)) / (2.0 * h);
            const VectorXd far = (r->col(4 * k + 2) - r->col(4 * k + 3)) / (4.0 * h);
            out.J.col(k) = (4.0 * near - far) / 3.0;
            out.r += (4.0 * (r->col(4 * k) + r->col(4 * k + 1)) - r->col(4 * k + 2) -
                      r->col(4 * k + 3)) /
                     (6.0 * static_cast<double>(x.size()));
            // The extrapolation leaves less than the last correction times the square of the step.
            if (const double size = out.J.col(k).norm(); size > 0.0)
                out.error =
                    std::max(out.error, (near - far).norm() / 3.0 * difference * difference / size);
        }
        return out;
    }
    /// The data over their sigma.
    double size() const {
        double squares = 0.0;
        for (std::size_t s = 0; s < problem_.series.size(); ++s)
            for (const double measured : problem_.series[s])
                squares += std::pow(measured / problem_.sigma[s], 2);
        return std::sqrt(squares);
    }
    static VectorXd moved(VectorXd x, Index k, double step) {
        x[k] += step;
        return x;
    }
    /// r_i - rho r_(i-1) in every series.
    void whiten(MatrixXd& rows, double rho) const {
        Index end = count_;
        for (auto one = problem_.series.rbegin(); one != problem_.series.rend(); ++one) {
            const Index first = end - static_cast<Index>(one->size());
            for (Index i = end - 1; i > first; --i) rows.row(i) -= rho * rows.row(i - 1);
            if (first < end) rows.row(first) *= std::sqrt(1.0 - rho * rho);
            end = first;
        }
    }
    /// From one row to the next, with Kendall's correction (1 + 3 rho)/n for the part of the
    /// correlation that the fit takes away (Biometrika 41, 1954).
    double correlation(const VectorXd& r) const {
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

private:
    /// @param out [residuals x places]
    Result<void> residualsInto(Eigen::Ref<MatrixXd> out, std::span<const VectorXd> places) const {
        std::vector<std::vector<double>> all;
        for (const VectorXd& x : places) all.push_back(values(x));
        const auto predicted = predict(all);
        if (!predicted) return tl::unexpected(predicted.error());
        for (std::size_t k = 0; k < all.size(); ++k)
            for (std::size_t s = 0, row = 0; s < problem_.series.size(); ++s)
                for (const double measured : problem_.series[s]) {
                    const double apart = (*predicted)[k][row] - measured;
                    out(static_cast<Index>(row++), static_cast<Index>(k)) =
                        apart / problem_.sigma[s];
                }
        return {};
    }
    Result<std::vector<std::vector<double>>> predict(
        const std::vector<std::vector<double>>& places) const {
        if (places.size() > 1) return problem_.predictNear(places);
        auto one = problem_.predict(places[0]);
        if (!one) return tl::unexpected(one.error());
        return std::vector<std::vector<double>>{*std::move(one)};
    }

    const FitProblem& problem_;
    Index count_ = 0;
};

double costOf(const Scaled& scaled, const VectorXd& r, double rho) {
    MatrixXd rows = r;
    scaled.whiten(rows, rho);
    return rows.squaredNorm();
}

/// Residuals over a single parameter, between runs beside its value.
class Between {
public:
    static constexpr double reach = 2.0 * difference;  ///< from the middle

    double middle = 0.0;
    MatrixXd runs;  ///< [residuals x 2 or 4] at the middle -+ difference, then -+ 2 difference

    /// Whether x is among four runs.
    bool holds(double x) const { return runs.cols() == 4 && std::abs(x - middle) <= reach; }
    VectorXd residuals(double x) const {
        const double t = (x - middle) / difference, far = t * t - 4.0, near = t * t - 1.0;
        return ((t - 1.0) * far * runs.col(0) - (t + 1.0) * far * runs.col(1)) / 6.0 +
               ((t + 2.0) * near * runs.col(3) - (t - 2.0) * near * runs.col(2)) / 12.0;
    }
    VectorXd slope(double x) const {
        const double t = (x - middle) / difference, far = t * t - 4.0, near = t * t - 1.0;
        return (((far + 2.0 * t * (t - 1.0)) * runs.col(0) -
                 (far + 2.0 * t * (t + 1.0)) * runs.col(1)) /
                    6.0 +
                ((near + 2.0 * t * (t + 2.0)) * runs.col(3) -
                 (near + 2.0 * t * (t - 2.0)) * runs.col(2)) /
                    12.0) /
               difference;
    }
    /// Of the slope, relative: of order four in the middle and three beside it, as that of order
    /// two tells it, since the terms of a series fall alike.
    double error(double x) const {
        const VectorXd near = (runs.col(1) - runs.col(0)) / (2.0 * difference);
        const VectorXd far = (runs.col(3) - runs.col(2)) / (4.0 * difference);
        const double size = ((4.0 * near - far) / 3.0).norm();
        if (!(size > 0.0)) return 0.0;
        const double second = (near - far).norm() / (3.0 * size);
        return std::max(second * second, std::abs(x - middle) / difference * std::pow(second, 1.5));
    }
};

/// Where the search has got to.
struct Iterate {
    VectorXd x, r;         ///< variables and residuals
    MatrixXd J;            ///< dr/dx
    bool fresh = false;    ///< J is that at x, and not carried along
    Between between = {};  ///< of a single parameter

    /// Runs beside a single parameter, on two processors, which give r and J to order two.
    Result<void> renewBetween(const Scaled& scaled) {
        auto runs =
            scaled.residualsAt({Scaled::moved(x, 0, -difference), Scaled::moved(x, 0, difference)});
        if (!runs) return tl::unexpected(runs.error());
        between = {x[0], *std::move(runs)};
        r = 0.5 * (between.runs.col(0) + between.runs.col(1));
        J = (between.runs.col(1) - between.runs.col(0)) / (2.0 * difference);
        fresh = true;
        return {};
    }
    /// The other two runs.
    Result<void> widen(const Scaled& scaled) {
        const VectorXd middle = VectorXd::Constant(1, between.middle);
        const auto runs = scaled.residualsAt(
            {Scaled::moved(middle, 0, -Between::reach), Scaled::moved(middle, 0, Between::reach)});
        if (!runs) return tl::unexpected(runs.error());
        between.runs.conservativeResize(Eigen::NoChange, 4);
        between.runs.rightCols(2) = *runs;
        return {};
    }

    /// Residuals, if wanted, and J by differences of order one.
    Result<void> renew(const Scaled& scaled, bool residuals) {
        if (x.size() == 1 && renewBetween(scaled)) return {};
        between = {};  // none at the end of what the model allows
        std::vector<VectorXd> places;
        if (residuals) places.push_back(x);
        for (Index k = 0; k < x.size(); ++k) places.push_back(Scaled::moved(x, k, difference));
        const auto found = scaled.residualsAt(places);
        if (!found) return tl::unexpected(found.error());
        if (residuals) r = found->col(0);
        J = (found->rightCols(x.size()).colwise() - r) / difference;
        fresh = true;
        return {};
    }
    /// After a step. Of more than one parameter, J has the smallest change that agrees with the
    /// residuals (Broyden, Mathematics of Computation 19, 1965).
    Result<Iterate> after(const Scaled& scaled, const VectorXd& change) const {
        Iterate next{x + change, {}, J, false};
        if (x.size() == 1) {
            if (auto done = next.renew(scaled, true); !done) return tl::unexpected(done.error());
            return next;
        }
        auto residuals = scaled.residuals(next.x);
        if (!residuals) return tl::unexpected(residuals.error());
        next.r = *std::move(residuals);
        next.J += (next.r - r - J * change) * change.transpose() / change.squaredNorm();
        return next;
    }
};

/// A damped step, and by what it lowers the cost if the residuals are linear.
struct DampedStep {
    VectorXd change;
    double gain = 0.0;
};
DampedStep dampedStep(const Scaled& scaled, const Iterate& at, double rho, double lambda) {
    MatrixXd J = at.J, r = at.r;
    scaled.whiten(J, rho);
    scaled.whiten(r, rho);
    const MatrixXd A = J.transpose() * J;
    const VectorXd g = J.transpose() * r;
    MatrixXd damped = A;
    damped.diagonal() += lambda * A.diagonal();
    damped.diagonal().array() += 1e-300;
    VectorXd change = -leastSquares(damped, g, 1e-15);
    // Beyond, a positive parameter would be so near to zero that nothing leads back.
    for (Index k = 0; k < change.size(); ++k)
        if (scaled.positive(static_cast<std::size_t>(k)))
            change[k] = std::clamp(change[k], -farthest, farthest);
    return {change, -change.dot(2.0 * g + A * change)};
}

/// Moves to where the whitened residuals have their least squares, but for less than `nearAt`, or
/// for a last step with good derivatives. Derivatives are computed again where those carried along
/// foretell the gain badly.
Result<void> descend(const Scaled& scaled, double rho, Iterate& at, Fit& out,
                     const std::stop_token& stop) {
    constexpr double mostDamped = 1e10, agrees = 0.25;
    double lambda = 1e-3, cost = costOf(scaled, at.r, rho);
    for (int step = 0; step < mostFitSteps && lambda < mostDamped;) {
        if (stop.stop_requested())
            return fail(error(Place::run(), MOMENTREE_TEXT("fit-stopped", "stopped")));
        const auto [change, foretold] = dampedStep(scaled, at, rho, lambda);
        if (change.cwiseAbs().maxCoeff() < (at.fresh ? soonAt : nearAt)) break;
        auto next = at.after(scaled, change);
        const double gain = next ? cost - costOf(scaled, next->r, rho) : -INFINITY;
        const bool agreed = std::abs(gain - foretold) <= agrees * foretold;
        if (gain >= 0.0) {
            at = *std::move(next);
            cost -= gain;
            lambda = std::max(1e-12, 0.1 * lambda);
            ++step, ++out.steps;
        } else if (at.fresh) {
            lambda *= 10.0;
            continue;
        }
        if (agreed || at.fresh) continue;
        if (auto renewed = at.renew(scaled, false); !renewed) return renewed;
    }
    return {};
}

/// The rest of the way of a single parameter, among four runs.
Result<void> finishBetween(const Scaled& scaled, double rho, Iterate& at, Fit& out) {
    constexpr int rounds = 3, mostSteps = 20;
    constexpr double enough = 1e-10;
    for (int round = 0;; ++round) {
        const bool holds = at.between.holds(at.x[0]);
        if (!holds && (at.between.runs.size() == 0 || at.between.middle != at.x[0]))
            if (auto done = at.renewBetween(scaled); !done) return done;
        if (!holds)
            if (auto done = at.widen(scaled); !done) return done;
        double moved = INFINITY;
        for (int k = 0; k < mostSteps && moved > enough && at.between.holds(at.x[0]); ++k) {
            at.r = at.between.residuals(at.x[0]);
            at.J = at.between.slope(at.x[0]);
            const VectorXd change = dampedStep(scaled, at, rho, light).change;
            moved = std::abs(change[0]);
            if (moved > enough) at.x += change;
        }
        if (moved <= enough || round == rounds) break;
    }
    at.x[0] =
        std::clamp(at.x[0], at.between.middle - Between::reach, at.between.middle + Between::reach);
    at.r = at.between.residuals(at.x[0]);
    at.J = at.between.slope(at.x[0]);
    out.derivativeError = at.between.error(at.x[0]);
    return {};
}

/// The last step, and the rest of the way with exact derivatives. Near the end, residuals are
/// linear to the square of `nearAt`, so that what is left needs no run.
Result<void> finish(const Scaled& scaled, double rho, Iterate& at, Fit& out,
                    const std::stop_token& stop) {
    constexpr int rounds = 3;
    if (at.x.size() == 1) return finishBetween(scaled, rho, at, out);
    for (int round = 0;; ++round) {
        const double before = costOf(scaled, at.r, rho);
        VectorXd x = at.x + dampedStep(scaled, at, rho, light).change;
        auto there = scaled.exactSlopes(x);
        if (!there || !(costOf(scaled, there->r, rho) <= before)) {
            x = at.x;
            there = scaled.exactSlopes(x);
        }
        if (!there) return tl::unexpected(there.error());
        out.derivativeError = there->error;
        at = {std::move(x), std::move(there->r), std::move(there->J), true};
        const VectorXd change = dampedStep(scaled, at, rho, light).change;
        const bool near = change.cwiseAbs().maxCoeff() < nearAt;
        if (near) {
            at.x += change;
            at.r += at.J * change;
        }
        if (near || round == rounds) return {};
        if (auto done = descend(scaled, rho, at, out, stop); !done) return done;
    }
}

/// From row to row at the least squares, as far as residuals are linear on the way there; 0 where
/// they are not, or are rounding.
double foretoldCorrelation(const Scaled& scaled, const Iterate& at) {
    constexpr double share = 100.0;
    if (at.x.size() == 1) return 0.0;  // the end costs no more than its correlation
    const VectorXd change = dampedStep(scaled, at, 0.0, light).change;
    const VectorXd moves = at.J * change, r = at.r + moves;
    const double bend = share * change.cwiseAbs().maxCoeff() * moves.norm();
    return r.norm() > std::max(bend, exact * scaled.size()) ? scaled.correlation(r) : 0.0;
}

/// What the data leave open: a direction of the scaled parameters without influence.
std::string undetermined(const FitProblem& problem, const Scaled& scaled, VectorXd direction) {
    direction /= direction.cwiseAbs().maxCoeff();
    std::vector<std::size_t> taking;
    bool logarithms = true;
    for (Index k = 0; k < direction.size(); ++k)
        if (std::abs(direction[k]) > 1e-3) {
            taking.push_back(static_cast<std::size_t>(k));
            logarithms = logarithms && scaled.positive(taking.back());
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

}  // namespace

Result<Fit> fit(const FitProblem& problem, std::stop_token stop) {
    const Scaled scaled(problem);
    const auto n = static_cast<Index>(problem.parameters.size());
    if (scaled.count() <= n)
        return fail(error(Place::model("data"),
                          MOMENTREE_TEXT("fit-too-few", "%1 values cannot determine %2 parameters")(
                              scaled.count(), n)));
    Fit out;
    Iterate at{VectorXd::Zero(n), {}, {}};
    if (auto done = at.renew(scaled, true); !done) return tl::unexpected(done.error());
    if (auto done = descend(scaled, 0.0, at, out, stop); !done) return tl::unexpected(done.error());
    out.rho = foretoldCorrelation(scaled, at);
    if (out.rho <= correlatedFrom) {
        if (auto done = finish(scaled, 0.0, at, out, stop); !done)
            return tl::unexpected(done.error());
        out.rho = at.r.norm() > exact * scaled.size() ? scaled.correlation(at.r) : 0.0;
    }
    const bool finished = out.rho <= correlatedFrom;
    for (int round = 0; round < whiteningRounds && out.rho > correlatedFrom; ++round) {
        out.prewhitened = true;
        if (auto done = descend(scaled, out.rho, at, out, stop); !done)
            return tl::unexpected(done.error());
        const VectorXd left = dampedStep(scaled, at, out.rho, light).change;
        out.rho = scaled.correlation(at.r + at.J * left);
    }
    const double rho = out.prewhitened ? out.rho : 0.0;
    if (!finished)
        if (auto done = finish(scaled, rho, at, out, stop); !done)
            return tl::unexpected(done.error());
    MatrixXd J = at.J;
    scaled.whiten(J, rho);
    const double freedom = static_cast<double>(scaled.count() - n);
    const double variance = costOf(scaled, at.r, rho) / freedom;
    out.rms = std::sqrt(at.r.squaredNorm() / static_cast<double>(scaled.count()));
    // Columns of equal length, so that the singular values compare shapes and not units.
    VectorXd lengths = J.colwise().norm();
    for (Index k = 0; k < n; ++k)
        if (lengths[k] == 0.0) lengths[k] = 1.0;
    const MatrixXd shapes = J * lengths.cwiseInverse().asDiagonal();
    const MatrixXd open = rightNullSpace(shapes, determinedFrom);
    std::vector<bool> found(static_cast<std::size_t>(n), true);
    for (Index k = 0; k < open.cols(); ++k) {
        const VectorXd direction = open.col(k).cwiseQuotient(lengths);
        out.undetermined.push_back(undetermined(problem, scaled, direction));
        for (Index i = 0; i < n; ++i)
            if (std::abs(direction[i]) > 1e-3 * direction.cwiseAbs().maxCoeff())
                found[static_cast<std::size_t>(i)] = false;
    }
    std::vector<Index> known;
    for (Index k = 0; k < n; ++k)
        if (found[static_cast<std::size_t>(k)]) known.push_back(k);
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
        one.value = scaled.value(index, at.x[k]);
        one.found = found[index];
        const auto place = std::ranges::find(known, k) - known.begin();
        const double half = one.found ? t * std::sqrt(variance * C(place, place)) : INFINITY;
        one.low = scaled.value(index, at.x[k] - half);
        one.high = scaled.value(index, at.x[k] + half);
        if (one.low > one.high) std::swap(one.low, one.high);
    }
    out.predicted = scaled.predicted(at.r);
    return out;
}

}  // namespace momentree
