// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/analysis/synthesis/planar_linkage.hpp"
#include "core/result.hpp"

namespace momentree {

/// Angles of crank and rocker that belong together, from any zero [rad].
struct AnglePair {
    double input = 0.0, output = 0.0;
};

/// Freudenstein's equation K1 cos psi - K2 cos phi + K3 = cos(phi - psi) of a four-bar with ground
/// d along x: K1 = d/a, K2 = d/c, K3 = (a^2 - b^2 + c^2 + d^2)/(2 a c).
struct Freudenstein {
    double K1 = 0.0, K2 = 0.0, K3 = 0.0;
};
/// Exact for three pairs of absolute angles; empty if there is none.
std::optional<Freudenstein> freudenstein(const std::array<AnglePair, 3>& pairs);

/// A four-bar with ground 1 that generates a function. A negative a or c turns that link by pi.
struct FunctionFourBar {
    double a = 0.0, b = 0.0, c = 0.0;
    double phi0 = 0.0, psi0 = 0.0;  ///< angles of crank and rocker at the zeros of the pairs [rad]
    int branch = 1;                 ///< sign of the arccos at the output pivot
    double rms = 0.0, largest = 0.0;  ///< errors of the output [rad]
    double transmissionAngle = 0.0;   ///< least of the samples [rad]
};
/// The angle of the rocker at an angle of the crank, both from x; empty if the loop does not close.
std::optional<double> outputAngle(const FunctionFourBar& fourBar, double phi);
/// Sets errors and transmission angle. Returns false if the loop does not close for every pair, or
/// changes its branch between them.
bool judge(FunctionFourBar& fourBar, std::span<const AnglePair> pairs);

/// What a four-bar must respect.
struct FunctionLimits {
    double transmissionAngle = 0.0;  ///< least of the samples [rad]
    double longest = 10.0;           ///< link, over the shortest
};

/// The four-bar with the least rms error: exact at three Chebyshev points for start angles every 15
/// degrees and both branches, then Gauss-Newton on all pairs from the best ones. Errors: fewer than
/// 5 pairs, inputs that do not ascend, no four-bar within the limits.
Result<FunctionFourBar> synthesiseFunction(std::span<const AnglePair> pairs,
                                           const FunctionLimits& limits);

/// Its linkage with ground `d` [m], and the angle th of its crank for an input.
PlanarLinkage linkageOf(const FunctionFourBar& fourBar, double d);
double crankAngle(const FunctionFourBar& fourBar, double input);

}  // namespace momentree
