// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace momentree {

/// A place on a curve: the point, the unit tangent and the curvature, positive where it turns to
/// the left of the tangent.
template <typename S>
struct CurveFoot {
    std::array<S, 2> c{}, t{};
    S curvature = S(0);
};

/// A smooth curve in a plane: a cubic spline with continuous curvature through points, with their
/// distances as parameter. A closed one runs on after its last point to its first, an open one
/// continues straight beyond its ends, where it has no curvature. Lengths in m.
class PlaneCurve {
public:
    using Point = std::array<double, 2>;

    /// A place that a joint cannot pass, and the radius of curvature there.
    struct Obstacle {
        Point c{};
        double radius = 0.0;
    };

    PlaneCurve() = default;
    /// @param points at least 3, or 2 of an open curve; neighbours are apart
    PlaneCurve(std::vector<Point> points, bool closed);

    bool closed() const { return closed_; }
    /// On which side what follows the curve is, 1 on the left of the tangent and -1 on the right:
    /// outside a closed curve, on the left of an open one.
    double side() const { return side_; }
    const std::vector<Point>& points() const { return points_; }
    /// A fine polyline along the curve, without the first point again at the end.
    const std::vector<Point>& outline() const { return samples_; }

    /// The nearest place to a point.
    template <typename S>
    CurveFoot<S> nearest(const std::array<S, 2>& x) const;
    /// The place where m . c is least, for a direction m of any length.
    template <typename S>
    CurveFoot<S> lowest(const std::array<S, 2>& m) const;

    /// Whether the curve crosses or touches itself.
    bool crossesItself() const;
    /// Where the curve bends too much for a roller of this radius on its side: it would touch at
    /// two places. Radius 0 if there is no such place.
    Obstacle tooTightFor(double roller) const;
    /// Whether it is closed and bends to one side everywhere, with a curvature above 0.
    bool isConvex() const;

private:
    /// A place is the number of a piece with the share of it.
    template <typename S>
    CurveFoot<S> at(std::size_t piece, const S& share) const;
    template <typename S>
    std::array<S, 2> derivative(std::size_t piece, const S& share, int order) const;
    CurveFoot<double> at(double place) const;
    std::size_t pieceOf(double& place) const;
    std::size_t pieces() const { return lengths_.size(); }
    std::size_t next(std::size_t k) const { return k + 1 < points_.size() ? k + 1 : 0; }
    double placeOf(std::size_t sample) const;
    template <typename S, typename Slope>
    CurveFoot<S> lowestNear(std::size_t sample, const Slope& slope) const;

    bool closed_ = false;
    double side_ = 1.0;
    std::vector<Point> points_, bends_;  ///< bends: second derivatives by the parameter
    std::vector<double> lengths_;        ///< [pieces] distances of neighbours
    std::size_t perPiece_ = 1;
    std::vector<Point> samples_;  ///< along the curve, where searches begin
};

}  // namespace momentree
