// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/function_generator.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

constexpr double pi = std::numbers::pi;
constexpr int startAngles = 24;
constexpr std::size_t improved = 20, fewestPairs = 5;
constexpr int newtonSteps = 60;

/// The pair at a share of the input, between its neighbours.
AnglePair pairAt(std::span<const AnglePair> pairs, double share) {
    const double input = pairs.front().input + share * (pairs.back().input - pairs.front().input);
    const auto after = std::ranges::lower_bound(pairs.subspan(1), input, {}, &AnglePair::input);
    const AnglePair& b = after == pairs.end() ? pairs.back() : *after;
    const AnglePair& a = *(&b - 1);
    const double part = (input - a.input) / (b.input - a.input);
    return {input, a.output + part * (b.output - a.output)};
}

std::optional<FunctionFourBar> exactAt(const std::array<AnglePair, 3>& points, double phi0,
                                       double psi0, int branch) {
    std::array<AnglePair, 3> absolute = points;
    for (AnglePair& one : absolute) one.input += phi0, one.output += psi0;
    const auto K = freudenstein(absolute);
    if (!K || K->K1 == 0.0 || K->K2 == 0.0) return {};
    FunctionFourBar f;
    f.a = 1.0 / K->K1;
    f.c = 1.0 / K->K2;
    const double square = f.a * f.a + f.c * f.c + 1.0 - 2.0 * f.a * f.c * K->K3;
    if (!(square > 0.0)) return {};
    f.b = std::sqrt(square);
    f.phi0 = phi0;
    f.psi0 = psi0;
    f.branch = branch;
    return f;
}

/// Residuals of the output [rad]; empty if the loop does not close.
std::optional<Eigen::VectorXd> residualsOf(const FunctionFourBar& f,
                                           std::span<const AnglePair> pairs) {
    Eigen::VectorXd r(static_cast<Eigen::Index>(pairs.size()));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto psi = outputAngle(f, f.phi0 + pairs[k].input);
        if (!psi) return {};
        r[static_cast<Eigen::Index>(k)] = std::remainder(*psi - f.psi0 - pairs[k].output, 2.0 * pi);
    }
    return r;
}

std::array<double*, 5> unknowns(FunctionFourBar& f) { return {&f.a, &f.b, &f.c, &f.phi0, &f.psi0}; }

/// Sets errors and transmission angle. Returns false if the loop does not close or a limit is not
/// kept.
bool suits(FunctionFourBar& f, std::span<const AnglePair> pairs, const FunctionLimits& limits) {
    const auto [shortest, longest] = std::minmax({std::abs(f.a), f.b, std::abs(f.c), 1.0});
    return longest <= limits.longest * shortest && judge(f, pairs) &&
           f.transmissionAngle >= limits.transmissionAngle;
}

/// Levenberg-Marquardt with central differences; keeps what respects the limits.
void improve(FunctionFourBar& f, std::span<const AnglePair> pairs, const FunctionLimits& limits) {
    double lambda = 1e-3;
    for (int step = 0; step < newtonSteps && lambda < 1e8; ++step) {
        const auto r = residualsOf(f, pairs);
        if (!r) return;
        Eigen::MatrixXd J(r->size(), 5);
        for (Eigen::Index i = 0; i < 5; ++i) {
            FunctionFourBar up = f, down = f;
            const auto at = static_cast<std::size_t>(i);
            const double h = 1e-6;
            *unknowns(up)[at] += h;
            *unknowns(down)[at] -= h;
            const auto above = residualsOf(up, pairs), below = residualsOf(down, pairs);
            if (!above || !below) return;
            J.col(i) = (*above - *below) / (2.0 * h);
        }
        Eigen::MatrixXd A = J.transpose() * J;
        const Eigen::VectorXd g = J.transpose() * *r;
        for (Eigen::Index i = 0; i < 5; ++i) A(i, i) += lambda * (A(i, i) + 1e-12);
        const Eigen::MatrixXd delta = leastSquares(A, g, 1e-14);
        FunctionFourBar next = f;
        for (Eigen::Index i = 0; i < 5; ++i)
            *unknowns(next)[static_cast<std::size_t>(i)] -= delta(i, 0);
        const bool better = suits(next, pairs, limits) && next.rms < f.rms;
        lambda *= better ? 0.2 : 5.0;
        if (better) f = next;
    }
}

}  // namespace

std::optional<Freudenstein> freudenstein(const std::array<AnglePair, 3>& pairs) {
    Eigen::Matrix3d A;
    Eigen::Vector3d b;
    for (Eigen::Index k = 0; k < 3; ++k) {
        const AnglePair& one = pairs[static_cast<std::size_t>(k)];
        A.row(k) << std::cos(one.output), -std::cos(one.input), 1.0;
        b[k] = std::cos(one.input - one.output);
    }
    if (std::abs(A.determinant()) < 1e-10) return {};
    const Eigen::Vector3d K = A.inverse() * b;
    // One step of refinement.
    const Eigen::Vector3d exact = K + A.inverse() * (b - A * K);
    return Freudenstein{exact[0], exact[1], exact[2]};
}

std::optional<double> outputAngle(const FunctionFourBar& f, double phi) {
    // From the output pivot at 1 to the end of the crank.
    const Complex D = f.a * Complex(std::cos(phi), std::sin(phi)) - 1.0;
    const double length = std::abs(D);
    const double cosine = (f.c * f.c + length * length - f.b * f.b) / (2.0 * f.c * length);
    if (!(std::abs(cosine) < 1.0)) return {};
    return std::arg(D) + f.branch * std::acos(cosine);
}

bool judge(FunctionFourBar& f, std::span<const AnglePair> pairs) {
    const auto r = residualsOf(f, pairs);
    if (!r) return false;
    f.rms = r->norm() / std::sqrt(static_cast<double>(pairs.size()));
    f.largest = r->cwiseAbs().maxCoeff();
    f.transmissionAngle = 0.5 * pi;
    // The loop must close between the pairs, too.
    constexpr int between = 8;
    for (std::size_t k = 0; k + 1 < pairs.size(); ++k)
        for (int i = 0; i <= between; ++i) {
            const double phi =
                f.phi0 + pairs[k].input + (pairs[k + 1].input - pairs[k].input) * i / between;
            const double square = 1.0 + f.a * f.a - 2.0 * f.a * std::cos(phi);
            const double cosMu = (f.b * f.b + f.c * f.c - square) / (2.0 * std::abs(f.b * f.c));
            if (!(std::abs(cosMu) < 1.0)) return false;
            f.transmissionAngle = std::min(f.transmissionAngle, std::acos(std::abs(cosMu)));
        }
    return true;
}

Result<FunctionFourBar> synthesiseFunction(std::span<const AnglePair> pairs,
                                           const FunctionLimits& limits) {
    const auto refuse = [](const Message& why) {
        return fail(error(Place::model("function"), why));
    };
    if (pairs.size() < fewestPairs)
        return refuse(MOMENTREE_TEXT("function-too-few", "needs at least %1 pairs of angles")(
            static_cast<int>(fewestPairs)));
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if (!std::isfinite(pairs[k].input) || !std::isfinite(pairs[k].output) ||
            (k > 0 && pairs[k].input <= pairs[k - 1].input))
            return refuse(MOMENTREE_TEXT("function-not-ascending", "the input angles must ascend"));
    if (pairs.back().input - pairs.front().input >= 2.0 * pi)
        return refuse(
            MOMENTREE_TEXT("function-too-long", "covers a whole turn or more; give a part of it"));
    std::array<AnglePair, 3> points;
    for (std::size_t k = 0; k < 3; ++k)
        points[k] =
            pairAt(pairs, 0.5 - 0.5 * std::cos(pi * (2.0 * static_cast<double>(k) + 1.0) / 6.0));
    std::vector<FunctionFourBar> all;
    for (int i = 0; i < startAngles; ++i)
        for (int k = 0; k < startAngles; ++k)
            for (const int branch : {1, -1}) {
                auto f =
                    exactAt(points, 2.0 * pi * i / startAngles, 2.0 * pi * k / startAngles, branch);
                if (f && suits(*f, pairs, limits)) all.push_back(*f);
            }
    if (all.empty())
        return fail(error(Place::run(),
                          MOMENTREE_TEXT("function-none",
                                         "no four-bar was found within these limits; allow a "
                                         "smaller transmission angle or longer links, or give "
                                         "smaller ranges of the angles")));
    std::ranges::stable_sort(all, {}, &FunctionFourBar::rms);
    all.resize(std::min(all.size(), improved));
    for (FunctionFourBar& f : all) improve(f, pairs, limits);
    return *std::ranges::min_element(all, {}, &FunctionFourBar::rms);
}

PlanarLinkage linkageOf(const FunctionFourBar& f, double d) {
    using L = PlanarLinkage;
    PlanarLinkage linkage;
    linkage[L::LengthA] = std::abs(f.a) * d;
    linkage[L::LengthB] = f.b * d;
    linkage[L::LengthC] = std::abs(f.c) * d;
    linkage[L::LengthD] = d;
    // The side of C seen from A to the output pivot; a negative c reverses it with its arccos.
    linkage.mirrored = (f.branch > 0) == (f.c > 0.0);
    linkage[L::U] = 0.5 * f.b * d;
    return linkage;
}

double crankAngle(const FunctionFourBar& f, double input) {
    return f.phi0 + input + (f.a < 0.0 ? pi : 0.0);
}

}  // namespace momentree
