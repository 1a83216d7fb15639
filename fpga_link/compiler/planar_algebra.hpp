// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "core/formulations/planar/flat.hpp"

namespace momentree::fpga {

using momentree::reciprocal;
inline double nearestInteger(double a) { return std::nearbyint(a); }

template <typename S>
struct Mat2 {
    S xx, xy, yx, yy;

    S& operator()(int r, int c) { return r == 0 ? (c == 0 ? xx : xy) : (c == 0 ? yx : yy); }
    const S& operator()(int r, int c) const {
        return r == 0 ? (c == 0 ? xx : xy) : (c == 0 ? yx : yy);
    }
    Mat2 transpose() const { return {xx, yx, xy, yy}; }
};
/// Symmetric.
template <typename S>
struct Sym2 {
    S xx, xy, yy;

    S& operator()(int r, int c) { return r != c ? xy : r == 0 ? xx : yy; }
    const S& operator()(int r, int c) const { return r != c ? xy : r == 0 ? xx : yy; }
};

}  // namespace momentree::fpga
