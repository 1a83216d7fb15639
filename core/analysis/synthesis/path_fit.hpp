// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "core/analysis/synthesis/drawn_curve.hpp"

namespace momentree {

/// A rectangle of the plane.
struct PlaneBox {
    Complex least, largest;  ///< corners [m]
    friend bool operator==(const PlaneBox&, const PlaneBox&) = default;
};

/// What a linkage must respect. The crank always turns fully.
struct LinkageLimits {
    double transmissionAngle = 0.0;  ///< least, over the whole turn; at least 3 degrees [rad]
    double longest = 100.0;          ///< link, over the size of the curve
    std::optional<PlaneBox> pivots;  ///< holds both fixed pivots
    friend bool operator==(const LinkageLimits&, const LinkageLimits&) = default;
};

/// A linkage with the angle of crank 1 for every point that it should pass.
struct PathFit {
    PlanarLinkage linkage;
    std::vector<double> th;  ///< [points]
    double cost = 0.0;       ///< mean square distance both ways, with penalties
    double penalty = 10.0;   ///< of the square of a violated limit
};

/// Levenberg-Marquardt on the parameters, with the angles as separate unknowns (variable
/// projection): after each step, each angle moves to the foot of its point on the new curve, at
/// most 0.15 rad, so that their order stays. Residuals are the distances of the points normal to
/// the curve and, with a weight that falls from 0.5 to 0.05, along it, and those of the whole curve
/// from the drawn one, so that it does not stray between two points. Limits are penalties.
/// @param drawn about one in size [m]
/// @param limits in the same unit, of the linkage as it is (mirrored or not)
/// @param steps at most
void improve(const DrawnCurve& drawn, const LinkageLimits& limits, PathFit& fit, int steps);

/// Whether a linkage respects the limits.
bool respects(const PlanarLinkage& linkage, const LinkageLimits& limits);

/// Both ways, the larger ones: of the points from the curve of a linkage (not mirrored), and of the
/// whole of that curve from the drawn one.
/// @param weights [points] of the mean square; their sum is 1
PathError errorOf(const PlanarLinkage& linkage, const DrawnCurve& drawn,
                  std::span<const double> weights);

}  // namespace momentree
