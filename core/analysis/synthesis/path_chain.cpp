// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/path_chain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/decompositions.hpp"

namespace momentree {
namespace {

constexpr int highest = 15, rounds = 200;
constexpr double furthestTurn = 0.15;  ///< that an angle moves in a round [rad]

/// The best coefficients at these angles.
void solve(std::span<const Complex> points, const std::vector<double>& th, CrankChain& chain) {
    const auto arms = static_cast<Eigen::Index>(chain.w.size());
    const auto count = static_cast<Eigen::Index>(points.size());
    Eigen::MatrixXd A(2 * count, 2 * (arms + 1)), B(2 * count, 1);
    for (Eigen::Index j = 0; j < count; ++j) {
        const auto at = static_cast<std::size_t>(j);
        for (Eigen::Index k = 0; k <= arms; ++k) {
            const double angle = k == 0 ? 0.0 : chain.w[static_cast<std::size_t>(k - 1)] * th[at];
            const double cosine = std::cos(angle), sine = std::sin(angle);
            A(2 * j, 2 * k) = A(2 * j + 1, 2 * k + 1) = cosine;
            A(2 * j, 2 * k + 1) = -sine;
            A(2 * j + 1, 2 * k) = sine;
        }
        B(2 * j, 0) = points[at].real();
        B(2 * j + 1, 0) = points[at].imag();
    }
    const Eigen::MatrixXd x = leastSquares(A, B, 1e-12);
    chain.centre = {x(0, 0), x(1, 0)};
    for (Eigen::Index k = 0; k < arms; ++k)
        chain.c[static_cast<std::size_t>(k)] = {x(2 * k + 2, 0), x(2 * k + 3, 0)};
}

}  // namespace

Complex CrankChain::at(double th) const {
    Complex sum = centre;
    for (std::size_t k = 0; k < w.size(); ++k) sum += c[k] * std::polar(1.0, w[k] * th);
    return sum;
}

Complex CrankChain::rate(double th) const {
    Complex sum;
    for (std::size_t k = 0; k < w.size(); ++k)
        sum += Complex(0.0, w[k]) * c[k] * std::polar(1.0, w[k] * th);
    return sum;
}

CrankChain fitChain(std::span<const Complex> points, int arms) {
    std::vector<double> th{0.0};
    double total = 0.0;
    const std::size_t n = points.size();
    for (std::size_t j = 0; j < n; ++j) {
        total += std::abs(points[(j + 1) % n] - points[j]);
        th.push_back(total);
    }
    th.pop_back();
    for (double& angle : th) angle *= 2.0 * std::numbers::pi / total;
    std::vector<std::pair<double, int>> sizes;
    for (int w = -highest; w <= highest; ++w) {
        Complex sum;
        for (std::size_t j = 0; j < n; ++j) sum += points[j] * std::polar(1.0, -w * th[j]);
        if (w != 0) sizes.emplace_back(-std::abs(sum), w);
    }
    std::ranges::sort(sizes);
    CrankChain chain;
    for (int k = 0; k < std::min(arms, 2 * highest); ++k)
        chain.w.push_back(sizes[static_cast<std::size_t>(k)].second);
    chain.c.resize(chain.w.size());
    solve(points, th, chain);
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t j = 0; j < n; ++j) {
            const Complex rate = chain.rate(th[j]), apart = points[j] - chain.at(th[j]);
            if (std::norm(rate) == 0.0) continue;
            const double step = (std::conj(rate) * apart).real() / std::norm(rate);
            th[j] += std::clamp(step, -furthestTurn, furthestTurn);
        }
        solve(points, th, chain);
    }
    return chain;
}

}  // namespace momentree
