// SPDX-License-Identifier: Apache-2.0
#include "core/model/characteristic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/model/law.hpp"

namespace momentree {

namespace {

/// The side of 0 on which the rate is; given by an infinite speed, see `setSide`.
double sideOf(double speed, double u) {
    if (speed != 0.0) return std::copysign(1.0, speed);
    return u > 0.0 ? 1.0 : u < 0.0 ? -1.0 : 0.0;
}

}  // namespace

Slope Friction::at(double u) const {
    const double x = stribeck > 0.0 ? u / stribeck : 0.0;
    const bool exact = speed == 0.0 || std::isinf(speed);
    const double above = exact && stribeck == 0.0 ? 0.0 : (breakaway - kinetic) * std::exp(-x * x);
    const double level = kinetic + above;
    const double slope = stribeck > 0.0 ? -2.0 * x / stribeck * above : 0.0;
    if (exact) {
        const double side = sideOf(speed, u);
        return {-level * side, -slope * side};
    }
    const double share = std::tanh(u / speed);
    return {-level * share, -slope * share - level * (1.0 - share * share) / speed};
}

double Friction::steepest() const {
    return speed > 0.0 && !std::isinf(speed) ? breakaway / speed : 0.0;
}

Slope SpeedLine::at(double u) const {
    const double share = 1.0 - u / noLoad;
    if (std::abs(share) >= 1.0) return {std::copysign(stall, stall * share), 0.0};
    return {stall * share, -stall / noLoad};
}

namespace {

/// The interval of a curve around x, with the weights of its ends.
struct CurvePiece {
    double a, b, h, ya, yb, ca, cb;

    CurvePiece(const Curve& curve, std::size_t k, double x) {
        h = curve.positions[k] - curve.positions[k - 1];
        a = (curve.positions[k] - x) / h;
        b = 1.0 - a;
        ya = curve.values[k - 1], yb = curve.values[k];
        ca = curve.curvatures[k - 1], cb = curve.curvatures[k];
    }
    Slope at() const {
        return {a * ya + b * yb + ((a * a * a - a) * ca + (b * b * b - b) * cb) * h * h / 6.0,
                (yb - ya) / h + ((3.0 * b * b - 1.0) * cb - (3.0 * a * a - 1.0) * ca) * h / 6.0};
    }
    /// The integral from the left end.
    double work() const {
        const double a2 = a * a, b2 = b * b;
        const double left = 0.5 * (1.0 - a2), right = 0.5 * b2;
        return h * (ya * left + yb * right +
                    h * h / 6.0 *
                        (ca * (0.25 * (1.0 - a2 * a2) - left) + cb * (0.25 * b2 * b2 - right)));
    }
};

/// The right end of the interval around x.
std::size_t pieceOf(const Curve& curve, double x) {
    const auto next = std::upper_bound(curve.positions.begin() + 1, curve.positions.end() - 1, x);
    return static_cast<std::size_t>(next - curve.positions.begin());
}

}  // namespace

void Curve::prepare(bool linear) {
    curvatures.assign(positions.size(), 0.0);
    if (!linear) {
        Law spline;
        spline.times = positions;
        spline.values = values;
        spline.prepare(false);
        curvatures = std::move(spline.curvatures);
    }
    works.assign(positions.size(), 0.0);
    for (std::size_t k = 1; k < positions.size(); ++k)
        works[k] = works[k - 1] + CurvePiece(*this, k, positions[k]).work();
}

Slope Curve::at(double x) const {
    const double inside = std::clamp(x, positions.front(), positions.back());
    const Slope end = CurvePiece(*this, pieceOf(*this, inside), inside).at();
    return {end.f + end.df * (x - inside), end.df};
}

double Curve::potential(double x) const {
    const double inside = std::clamp(x, positions.front(), positions.back());
    const std::size_t k = pieceOf(*this, inside);
    const CurvePiece piece(*this, k, inside);
    const Slope end = piece.at();
    const double beyond = x - inside;
    return works[k - 1] + piece.work() + beyond * (end.f + 0.5 * end.df * beyond);
}

}  // namespace momentree
