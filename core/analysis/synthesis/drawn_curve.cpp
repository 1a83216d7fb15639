// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/drawn_curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace momentree {
namespace {

/// Of the circle through three points.
double curvature(Complex a, Complex b, Complex c) {
    const double sides = std::abs(b - a) * std::abs(c - b) * std::abs(a - c);
    const Complex u = b - a, v = c - b;
    return sides > 0.0 ? 2.0 * std::abs(u.real() * v.imag() - u.imag() * v.real()) / sides : 0.0;
}

Complex fromEdge(Complex at, Complex a, Complex b) {
    const double share = std::clamp(dot(at - a, b - a) / std::norm(b - a), 0.0, 1.0);
    return at - a - share * (b - a);
}

}  // namespace

DrawnCurve::DrawnCurve(std::vector<Complex> points)
    : points_(std::move(points)), bulge_(points_.size()) {
    const std::size_t n = points_.size();
    const auto bend = [&](std::size_t k) {
        return curvature(points_[(k + n - 1) % n], points_[k], points_[(k + 1) % n]);
    };
    for (std::size_t k = 0; k < n; ++k)
        bulge_[k] = 0.125 * std::max(bend(k), bend((k + 1) % n)) *
                    std::norm(points_[(k + 1) % n] - points_[k]);
}

Complex DrawnCurve::away(Complex at) const {
    const std::size_t n = points_.size();
    std::size_t nearest = 0;
    double least = INFINITY;
    for (std::size_t k = 0; k < n; ++k) {
        const double square = std::norm(at - points_[k]);
        if (square < least) least = square, nearest = k;
    }
    const std::size_t before = (nearest + n - 1) % n;
    Complex from;
    double beyond = INFINITY;
    for (const std::size_t edge : {before, nearest}) {
        const Complex one = fromEdge(at, points_[edge], points_[(edge + 1) % n]);
        const double distance = std::sqrt(std::norm(one));
        if (distance <= bulge_[edge]) return {};
        if (distance - bulge_[edge] >= beyond) continue;
        beyond = distance - bulge_[edge];
        from = beyond / distance * one;
    }
    return from;
}

void PathError::include(const PathError& other) {
    rms = std::max(rms, other.rms);
    largest = std::max(largest, other.largest);
}

std::vector<double> sharesOfLength(std::span<const Complex> corners) {
    const std::size_t n = corners.size();
    std::vector<double> shares(n, 0.0);
    double total = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        const double edge = std::abs(corners[(k + 1) % n] - corners[k]);
        shares[k] += 0.5 * edge;
        shares[(k + 1) % n] += 0.5 * edge;
        total += edge;
    }
    for (double& share : shares) share /= total;
    return shares;
}

PathError strayOf(std::span<const Complex> curve, const DrawnCurve& drawn) {
    const std::vector<double> shares = sharesOfLength(curve);
    PathError error;
    for (std::size_t k = 0; k < curve.size(); ++k) {
        const double away = std::sqrt(std::norm(drawn.away(curve[k])));
        error.rms += shares[k] * away * away;
        error.largest = std::max(error.largest, away);
    }
    error.rms = std::sqrt(error.rms);
    return error;
}

}  // namespace momentree
