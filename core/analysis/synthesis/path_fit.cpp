// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/path_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace momentree {
namespace {

using L = PlanarLinkage;
constexpr int size = L::parameters;
using Matrix = Eigen::Matrix<double, size, size>;
using Vector = Eigen::Matrix<double, size, 1>;

constexpr double furthest = 0.15;                       ///< that an angle moves in a step [rad]
constexpr double leastAngle = std::numbers::pi / 60.0;  ///< transmission, below which links jam
constexpr double margin = 0.01;    ///< of the transmission angle, since penalties give way [rad]
constexpr double shortest = 1e-3;  ///< link
constexpr int followed = 96;       ///< points of the curve that are held to the drawn one

/// A violated limit with its derivatives.
struct Violation {
    double value = 0.0;
    std::array<double, size> slope{};
};

/// Calls `take` for every violated limit.
template <typename Take>
void violations(const PlanarLinkage& l, const LinkageLimits& limits, const Take& take) {
    const double b = l[L::LengthB], c = l[L::LengthC];
    const double k = std::cos(std::max(leastAngle, limits.transmissionAngle) + margin);
    const Reach reach = reachOf(l);
    for (const bool largest : {true, false}) {
        // The distance of A and B at the limit of the transmission angle.
        const double sign = largest ? 1.0 : -1.0;
        const double bound = std::sqrt(b * b + c * c + sign * 2.0 * b * c * k);
        const Reach::Extreme& at = largest ? reach.largest : reach.least;
        Violation v{sign * (at.L - bound), reachSlope(l, at.th)};
        if (v.value <= 0.0) continue;
        for (double& slope : v.slope) slope *= sign;
        v.slope[L::LengthB] -= sign * (b + sign * c * k) / bound;
        v.slope[L::LengthC] -= sign * (c + sign * b * k) / bound;
        take(v);
    }
    if (!limits.pivots) return;
    PlaneBox box = *limits.pivots;
    if (l.mirrored)
        box = {{box.least.real(), -box.largest.imag()}, {box.largest.real(), -box.least.imag()}};
    const Complex S{std::cos(l[L::Alpha]), std::sin(l[L::Alpha])};
    const Complex O1{l[L::X0], l[L::Y0]}, ground = l[L::LengthD] * S;
    for (const bool second : {false, true}) {
        const Complex at = second ? O1 + ground : O1;
        for (const bool y : {false, true}) {
            const auto part = [y](Complex z) { return y ? z.imag() : z.real(); };
            for (const bool above : {false, true}) {
                const double sign = above ? 1.0 : -1.0;
                Violation v;
                v.value = sign * (part(at) - part(above ? box.largest : box.least));
                if (v.value <= 0.0) continue;
                v.slope[y ? L::Y0 : L::X0] = sign;
                if (second) {
                    v.slope[L::LengthD] = sign * part(S);
                    v.slope[L::Alpha] = sign * part(Complex(0.0, 1.0) * ground);
                }
                take(v);
            }
        }
    }
}

bool inBounds(const PlanarLinkage& l, double longest) {
    const auto fits = [&](L::Parameter k) { return l[k] >= shortest && l[k] <= longest; };
    return fits(L::LengthA) && fits(L::LengthB) && fits(L::LengthC) && fits(L::LengthD) &&
           (l.n == 0 || fits(L::LengthE)) && std::abs(l[L::U]) < longest &&
           std::abs(l[L::V]) < longest;
}

double residuals(Complex P, Complex rate, Complex point, double along) {
    const double speed = std::sqrt(std::norm(rate));
    const Complex tangent = speed > 0.0 ? rate / speed : Complex(1.0, 0.0);
    const double t = dot(tangent, P - point), n = dot(Complex(0.0, 1.0) * tangent, P - point);
    return n * n + along * along * t * t;
}

/// Points of the curve at even angles, with their shares of its length.
struct Followed {
    struct Sample {
        double th = 0.0, share = 0.0;
        Complex P;
    };
    std::array<Sample, followed> all;
    bool closes = true;  ///< the loop, at all of them

    explicit Followed(const CouplerCurve& curve) {
        double length = 0.0;
        for (std::size_t k = 0; closes && k < all.size(); ++k) {
            Sample& one = all[k];
            one.th = evenAngle(static_cast<int>(k), followed);
            Complex rate;
            closes = curve.at(evenTurns<followed>()[k], one.P, rate);
            length += one.share = std::sqrt(std::norm(rate));
        }
        for (Sample& one : all) one.share /= length;
    }
};

/// Moves the angles to the feet of their points. Returns the cost, infinite if the loop does not
/// close somewhere.
double project(const DrawnCurve& drawn, const LinkageLimits& limits, double penalty,
               const PlanarLinkage& linkage, std::vector<double>& th, double along) {
    const std::vector<Complex>& points = drawn.points();
    double cost = 0.0;
    const CouplerCurve curve(linkage);
    Complex P, rate;
    for (std::size_t j = 0; j < points.size(); ++j) {
        const double from = th[j];
        if (!curve.at(th[j], P, rate)) return INFINITY;
        for (int k = 0; k < 2; ++k) {
            const double square = std::norm(rate);
            if (square == 0.0) break;
            const double step = dot(rate, points[j] - P) / square;
            th[j] = std::clamp(th[j] + step, from - furthest, from + furthest);
            if (!curve.at(th[j], P, rate)) return INFINITY;
        }
        cost += residuals(P, rate, points[j], along);
    }
    cost /= static_cast<double>(points.size());
    const Followed path(curve);
    if (!path.closes) return INFINITY;
    for (const Followed::Sample& one : path.all) cost += one.share * std::norm(drawn.away(one.P));
    violations(linkage, limits, [&](const Violation& v) { cost += penalty * v.value * v.value; });
    return cost;
}

/// The normal equations at the angles of a fit.
void normalEquations(const DrawnCurve& drawn, const LinkageLimits& limits, const PathFit& fit,
                     double along, Matrix& A, Vector& g) {
    const std::vector<Complex>& points = drawn.points();
    A.setZero();
    g.setZero();
    const int count = fit.linkage.count();
    std::array<double, size> normal{}, tangential{};
    const auto add = [&](const std::array<double, size>& row, double residual, double weight) {
        for (int i = 0; i < count; ++i) {
            const double scaled = weight * row[static_cast<std::size_t>(i)];
            g[i] += scaled * residual;
            for (int k = 0; k <= i; ++k) A(i, k) += scaled * row[static_cast<std::size_t>(k)];
        }
    };
    const double share = 1.0 / static_cast<double>(points.size());
    CouplerPoint at;
    for (std::size_t j = 0; j < points.size(); ++j) {
        if (!couplerPoint(fit.linkage, fit.th[j], at)) continue;
        const double speed = std::sqrt(std::norm(at.rate));
        const Complex tangent = speed > 0.0 ? at.rate / speed : Complex(1.0, 0.0);
        const Complex across = Complex(0.0, 1.0) * tangent, apart = at.P - points[j];
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
            normal[k] = dot(across, at.slope[k]);
            tangential[k] = dot(tangent, at.slope[k]);
        }
        add(normal, dot(across, apart), share);
        add(tangential, dot(tangent, apart), share * along * along);
    }
    const Followed path{CouplerCurve(fit.linkage)};
    for (const Followed::Sample& one : path.all) {
        const Complex away = drawn.away(one.P);
        const double distance = std::sqrt(std::norm(away));
        if (distance == 0.0 || !couplerPoint(fit.linkage, one.th, at)) continue;
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
            normal[k] = dot(away / distance, at.slope[k]);
        add(normal, distance, one.share);
    }
    violations(fit.linkage, limits,
               [&](const Violation& v) { add(v.slope, v.value, fit.penalty); });
    for (int i = count; i < size; ++i) A(i, i) = 1.0;
}

}  // namespace

void improve(const DrawnCurve& drawn, const LinkageLimits& limits, PathFit& fit, int steps) {
    double lambda = 1e-3, along = 0.5, before = INFINITY;
    Matrix A;
    Vector g;
    std::vector<double> th;
    for (int step = 0; step < steps && lambda < 1e9; ++step) {
        along = std::max(0.05, 0.9 * along);
        fit.cost = project(drawn, limits, fit.penalty, fit.linkage, fit.th, along);
        if (!std::isfinite(fit.cost)) return;
        if (step % 20 == 0) {
            if (fit.cost > 0.999999 * before && along == 0.05) return;
            before = fit.cost;
        }
        normalEquations(drawn, limits, fit, along, A, g);
        bool better = false;
        for (int attempt = 0; attempt < 8 && !better; ++attempt) {
            Matrix damped = A;
            for (int i = 0; i < size; ++i) damped(i, i) += lambda * (A(i, i) + 1e-12);
            const Vector delta = damped.selfadjointView<Eigen::Lower>().ldlt().solve(g);
            PlanarLinkage next = fit.linkage;
            for (int i = 0; i < next.count(); ++i) next.p[static_cast<std::size_t>(i)] -= delta[i];
            th = fit.th;
            const double cost = inBounds(next, limits.longest)
                                    ? project(drawn, limits, fit.penalty, next, th, along)
                                    : INFINITY;
            better = cost < fit.cost;
            lambda = better ? std::max(1e-12, 0.2 * lambda) : 4.0 * lambda;
            if (!better) continue;
            fit.linkage = next;
            fit.th = th;
            fit.cost = cost;
        }
        if (!better && along == 0.05) return;
    }
}

bool respects(const PlanarLinkage& linkage, const LinkageLimits& limits) {
    const double angle = leastTransmissionAngle(linkage);
    if (angle < std::max(leastAngle, limits.transmissionAngle)) return false;
    if (!limits.pivots) return true;
    const auto pose = poseOf(linkage, 0.0);
    const PlaneBox& box = *limits.pivots;
    const double slack = 1e-6 * std::abs(box.largest - box.least);
    const auto inside = [&](Complex at) {
        return at.real() >= box.least.real() - slack && at.real() <= box.largest.real() + slack &&
               at.imag() >= box.least.imag() - slack && at.imag() <= box.largest.imag() + slack;
    };
    return pose && inside(pose->O1) && inside(pose->O2);
}

PathError errorOf(const PlanarLinkage& linkage, const DrawnCurve& drawn,
                  std::span<const double> weights) {
    constexpr int samples = 1440, every = 2;
    const std::vector<Complex>& points = drawn.points();
    const CouplerCurve path(linkage);
    std::vector<Complex> curve(samples);
    Complex P, rate;
    for (std::size_t k = 0; k < curve.size(); ++k) {
        if (!path.at(evenTurns<samples>()[k], P, rate)) return {INFINITY, INFINITY};
        curve[k] = P;
    }
    PathError error;
    for (std::size_t j = 0; j < points.size(); ++j) {
        const Complex point = points[j];
        const auto nearest =
            std::ranges::min_element(curve, {}, [&](Complex at) { return std::norm(at - point); });
        double th = evenAngle(static_cast<int>(nearest - curve.begin()), samples);
        double least = std::norm(*nearest - point);
        for (int k = 0; k < 6 && path.at(th, P, rate); ++k) {
            least = std::min(least, std::norm(P - point));
            if (std::norm(rate) == 0.0) break;
            th += std::clamp(dot(rate, point - P) / std::norm(rate), -0.01, 0.01);
        }
        error.rms += weights[j] * least;
        error.largest = std::max(error.largest, std::sqrt(least));
    }
    error.rms = std::sqrt(error.rms);
    std::vector<Complex> some;
    for (std::size_t k = 0; k < curve.size(); k += every) some.push_back(curve[k]);
    error.include(strayOf(some, drawn));
    return error;
}

}  // namespace momentree
