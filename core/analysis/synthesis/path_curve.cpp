// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/path_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/synthesis/drawn_curve.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostGiven = 20000, fewestFitted = 32, mostFitted = 128;
constexpr double coincide = 1e-9;    ///< relative to the curve
constexpr double unevenFrom = 3.0;   ///< largest distance of neighbours over the mean one
constexpr double leastWidth = 1e-3;  ///< relative to the size

Complex meanAlong(std::span<const Complex> corners) {
    Complex sum;
    for (const Along& one : alongPolygon(corners, 512)) sum += one.point;
    return sum / 512.0;
}

/// A start that is `tau` later multiplies harmonic k by e^(i k tau).
CurveShape normalised(std::array<Complex, 2 * CurveShape::harmonics> c) {
    const double tau = -0.5 * (std::arg(c[0]) - std::arg(c[1]));
    const double phi = -0.5 * (std::arg(c[0]) + std::arg(c[1]));
    double energy = 0.0;
    for (const Complex& one : c) energy += std::norm(one);
    CurveShape shape;
    for (int k = 0; k < 2 * CurveShape::harmonics; ++k) {
        const int harmonic = (k % 2 == 0 ? 1 : -1) * (k / 2 + 1);
        const Complex turned = c[static_cast<std::size_t>(k)] *
                               std::polar(1.0, phi + harmonic * tau) / std::sqrt(energy);
        shape.c[static_cast<std::size_t>(k)] = std::complex<float>(turned);
    }
    return shape;
}

}  // namespace

std::vector<Along> alongPolygon(std::span<const Complex> corners, int count) {
    const std::size_t n = corners.size();
    std::vector<double> length(n + 1, 0.0);
    for (std::size_t k = 0; k < n; ++k)
        length[k + 1] = length[k] + std::abs(corners[(k + 1) % n] - corners[k]);
    std::vector<Along> all;
    std::size_t edge = 0;
    for (int k = 0; k < count; ++k) {
        const double s = length[n] * k / count;
        while (edge + 1 < n && length[edge + 1] <= s) ++edge;
        const double own = length[edge + 1] - length[edge];
        const double share = own > 0.0 ? (s - length[edge]) / own : 0.0;
        all.push_back({corners[edge] + share * (corners[(edge + 1) % n] - corners[edge]),
                       static_cast<double>(edge) + share});
    }
    return all;
}

Result<ClosedCurve> closedCurve(std::span<const Complex> given) {
    const auto refuse = [](const Message& why) { return fail(error(Place::model("curve"), why)); };
    if (given.size() > mostGiven)
        return refuse(MOMENTREE_TEXT("curve-too-many", "has more than %1 points; leave some out")(
            static_cast<int>(mostGiven)));
    double extent = 0.0;
    for (const Complex& point : given) {
        if (!std::isfinite(point.real()) || !std::isfinite(point.imag()))
            return refuse(MOMENTREE_TEXT("curve-not-finite", "has a point that is not finite"));
        extent = std::max(extent, std::abs(point - given.front()));
    }
    if (!std::isfinite(extent * extent))
        return refuse(MOMENTREE_TEXT("curve-too-large", "has points that are too far apart"));
    std::vector<Complex> points;
    for (const Complex& point : given)
        if (points.empty() || std::abs(point - points.back()) > coincide * extent)
            points.push_back(point);
    while (points.size() > 1 && std::abs(points.back() - points.front()) <= coincide * extent)
        points.pop_back();
    if (points.size() < 3)
        return refuse(MOMENTREE_TEXT("curve-too-few",
                                     "has fewer than three different points; give points in order "
                                     "around a closed curve"));
    ClosedCurve curve;
    curve.centre = meanAlong(points);
    curve.size = 0.0;
    for (const Complex& point : points)
        curve.size = std::max(curve.size, std::abs(point - curve.centre));
    for (Complex& point : points) point = (point - curve.centre) / curve.size;
    // The narrow side of the points, by their second moments.
    double xx = 0.0, xy = 0.0, yy = 0.0, total = 0.0, longest = 0.0;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Complex p = points[k];
        xx += p.real() * p.real(), xy += p.real() * p.imag(), yy += p.imag() * p.imag();
        const double step = std::abs(points[(k + 1) % points.size()] - p);
        total += step, longest = std::max(longest, step);
    }
    const double count = static_cast<double>(points.size());
    const double narrow = 0.5 * (xx + yy - std::hypot(xx - yy, 2.0 * xy)) / count;
    if (std::sqrt(std::max(0.0, narrow)) < leastWidth)
        return refuse(MOMENTREE_TEXT("curve-straight",
                                     "has all its points on one line; draw a narrow loop along it, "
                                     "which is a closed curve"));
    const bool even = longest < unevenFrom * total / count;
    if (points.size() < fewestFitted || !even) {
        // Errors are measured along the edges.
        for (const Along& one : alongPolygon(points, 4 * comparedPoints))
            curve.all.push_back(one.point);
    } else {
        curve.all = points;
    }
    curve.weights = sharesOfLength(curve.all);
    if (even && points.size() >= fewestFitted && points.size() <= mostFitted)
        curve.points = points;
    else
        for (const Along& one : alongPolygon(points, comparedPoints))
            curve.points.push_back(one.point);
    return curve;
}

CurveShape shapeOf(std::span<const Complex> points) {
    static const auto roots = [] {
        std::array<Complex, comparedPoints> all;
        for (int k = 0; k < comparedPoints; ++k)
            all[static_cast<std::size_t>(k)] =
                std::polar(1.0, -2.0 * std::numbers::pi * k / comparedPoints);
        return all;
    }();
    std::array<Complex, 2 * CurveShape::harmonics> c{};
    for (int k = 0; k < 2 * CurveShape::harmonics; ++k) {
        const int harmonic = (k % 2 == 0 ? 1 : -1) * (k / 2 + 1);
        Complex sum;
        for (int j = 0; j < comparedPoints; ++j)
            sum += points[static_cast<std::size_t>(j)] *
                   roots[static_cast<std::size_t>((harmonic * j % comparedPoints + comparedPoints) %
                                                  comparedPoints)];
        c[static_cast<std::size_t>(k)] = sum;
    }
    return normalised(c);
}

CurveShape variantOf(const CurveShape& shape, const CurveVariant& variant) {
    CurveShape out;
    for (std::size_t k = 0; k < shape.c.size(); ++k) {
        // Mirroring conjugates and swaps k and -k, running backwards swaps them.
        const bool swap = variant.mirrored != variant.backwards;
        std::complex<float> c = shape.c[swap ? k ^ 1U : k];
        if (variant.mirrored) c = std::conj(c);
        const bool even = (k / 2) % 2 == 1;
        out.c[k] = variant.later && even ? -c : c;
    }
    return out;
}

float distance(const CurveShape& a, const CurveShape& b) {
    float sum = 0.0F;
    for (std::size_t k = 0; k < a.c.size(); ++k) sum += std::norm(a.c[k] - b.c[k]);
    return sum;
}

}  // namespace momentree
