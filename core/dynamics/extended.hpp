// SPDX-License-Identifier: Apache-2.0
// Curves, which are computed in double precision, at values of any precision.
#pragma once

#include "core/model/characteristic.hpp"

namespace momentree {

/// f(x) from f(x_0) and its slope, x_0 being x rounded to double: exact to double precision, with
/// slopes that hold in every precision.
template <typename S>
S extended(const Slope& slope, const S& x) {
    const S rounding = x - static_cast<S>(static_cast<double>(x));
    return static_cast<S>(slope.f) + static_cast<S>(slope.df) * rounding;
}

template <typename S>
S curveAt(const Curve& curve, const S& x) {
    return curve.empty() ? S(0) : extended(curve.at(static_cast<double>(x)), x);
}

template <typename S>
S potentialAt(const Curve& curve, const S& x) {
    if (curve.empty()) return S(0);
    const double at = static_cast<double>(x);
    return extended({curve.potential(at), curve.at(at).f}, x);
}

}  // namespace momentree
