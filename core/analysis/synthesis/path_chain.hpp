// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/analysis/synthesis/planar_linkage.hpp"

namespace momentree {

/// Cranks in a row, each on the end of the one before, whose angles are whole multiples of that of
/// the first by belts: P = centre + sum of c_k e^(i w_k th).
struct CrankChain {
    Complex centre;          ///< pivot of the first crank [m]
    std::vector<int> w;      ///< turns, not 0, all different
    std::vector<Complex> c;  ///< lengths and angles at th = 0 [m]

    Complex at(double th) const;
    Complex rate(double th) const;
};

/// The chain of `arms` cranks nearest to points around a closed curve: the largest harmonics of the
/// points by arc length, then their best coefficients while each point moves to its foot.
CrankChain fitChain(std::span<const Complex> points, int arms);

}  // namespace momentree
