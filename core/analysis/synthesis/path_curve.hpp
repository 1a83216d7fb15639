// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "core/analysis/synthesis/planar_linkage.hpp"
#include "core/result.hpp"

namespace momentree {

/// A closed curve that a point is to follow, relative to its mean and its size.
struct ClosedCurve {
    Complex centre;               ///< mean of the points along the curve [m]
    double size = 1.0;            ///< largest distance from the centre [m]
    std::vector<Complex> all;     ///< what was given, by which errors are measured
    std::vector<double> weights;  ///< of `all`, shares of the curve's length; their sum is 1
    std::vector<Complex> points;  ///< to fit, between 32 and 128
};

/// Takes points in order around the curve: closes it, drops points that coincide. Between 32 and
/// 128 points with even distances are fitted as they are, otherwise 64 points along the polygon.
/// Each point counts for half the edges beside it: a hand that slows down at a corner, or a formula
/// whose parameter does, sets more points there, which must not make that corner matter more.
/// Errors: fewer than three different points, points on one line, too many, not finite.
Result<ClosedCurve> closedCurve(std::span<const Complex> points);

/// A point along a closed polygon; `at` counts its corners, from 0.
struct Along {
    Complex point;
    double at = 0.0;
};
/// Equally far apart along a closed polygon, from its first corner on.
std::vector<Along> alongPolygon(std::span<const Complex> corners, int count);

/// Points by which curves are compared.
inline constexpr int comparedPoints = 64;

/// Harmonics -8 to 8, without 0, of points along a curve, without the influence of its place, size
/// and orientation and, up to half a turn, of its first point.
struct CurveShape {
    static constexpr int harmonics = 8;
    std::array<std::complex<float>, 2 * harmonics> c{};  ///< 1, -1, 2, -2, ...
};
/// @param points [comparedPoints], equally far apart
CurveShape shapeOf(std::span<const Complex> points);
/// The same curve begun half a turn later, run backwards, or mirrored.
struct CurveVariant {
    bool later = false, backwards = false, mirrored = false;
};
CurveShape variantOf(const CurveShape& shape, const CurveVariant& variant);
float distance(const CurveShape& a, const CurveShape& b);  ///< squared

}  // namespace momentree
