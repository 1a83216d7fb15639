// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/synthesis/path_fit.hpp"
#include "core/result.hpp"

namespace momentree {

/// A pose of a body in the plane: its origin and the angle of its x axis.
struct PlanePose {
    Complex p;        ///< [m]
    double th = 0.0;  ///< [rad]
};
using ThreePoses = std::array<PlanePose, 3>;

/// The centre of the circle through three points; empty if they are on a line, as on a slider.
std::optional<Complex> circumcentre(Complex a, Complex b, Complex c);
/// The point of the body, in its axes, that stays at a distance from the ground pivot G in all
/// three poses: the circumcentre of e^(-i th_k) (G - p_k).
std::optional<Complex> moverOf(const ThreePoses& poses, Complex G);
/// The way back: the circumcentre of p_k + e^(i th_k) z.
std::optional<Complex> centreOf(const ThreePoses& poses, Complex z);
/// The point about which a body turns through all three positions, if there is one.
std::optional<Complex> hingeOf(const ThreePoses& poses);

/// A four-bar whose coupler goes through three poses.
struct ThreePoseFourBar {
    Complex G1, G2;                             ///< ground pivots of crank and rocker [m]
    Complex z1, z2;                             ///< moving pivots in the coupler's axes [m]
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;  ///< crank, coupler, rocker, ground [m]
    std::array<double, 3> crank{};   ///< its angles in the poses, from the line G1 G2 [rad]
    double transmissionAngle = 0.0;  ///< least over the whole turn [rad]
    double angleInPoses = 0.0;       ///< least of the three poses [rad]
};

struct ThreePoseRequest {
    ThreePoses poses;
    PlaneBox pivots;                        ///< where ground pivots may be [m]
    int grid = 25;                          ///< values of x and of y in it
    double shortest = 0.05, longest = 5.0;  ///< links, over their `size`
    double transmissionAngle = 0.0;         ///< least over the whole turn [rad]
    /// The largest distance of the poses; where they only turn, the diagonal of the box [m].
    double size() const;
};

/// Three times as wide as the positions.
PlaneBox pivotsAround(const ThreePoses& poses);

/// All four-bars of the grid whose crank turns fully and that pass the poses on one branch, the
/// best transmission angle first. Errors: poses that coincide or are a turn
/// about one point, a grid of less than 2.
Result<std::vector<ThreePoseFourBar>> fourBarsThrough(const ThreePoseRequest& request);

/// The turn of the crank from the first pose that meets the others in their order: 2 pi or -2 pi.
double turnInOrder(const ThreePoseFourBar& fourBar);

/// Its linkage; the point on the coupler is the origin of the body.
PlanarLinkage linkageOf(const ThreePoseFourBar& fourBar, const ThreePoses& poses);

}  // namespace momentree
