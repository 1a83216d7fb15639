// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace momentree {

/// The place of a minimum of f between two bounds, by golden section search.
template <typename F>
double leastBetween(double from, double to, const F& f) {
    constexpr double ratio = 0.6180339887498949;
    constexpr int most = 50;  // shrinks the interval by 3e-11
    double left = to - ratio * (to - from), right = from + ratio * (to - from);
    double atLeft = f(left), atRight = f(right);
    for (int k = 0; k < most && to > from; ++k) {
        if (atLeft < atRight) {
            to = right, right = left, atRight = atLeft;
            atLeft = f(left = to - ratio * (to - from));
        } else {
            from = left, left = right, atLeft = atRight;
            atRight = f(right = from + ratio * (to - from));
        }
    }
    return 0.5 * (from + to);
}

/// Calls f near a minimum between two bounds where it is smooth, by Brent's method: with a fifth of
/// the evaluations. The place is as exact as values of f allow.
template <typename F>
void searchSmooth(double from, double to, const F& f) {
    constexpr int bits = std::numeric_limits<double>::digits / 2;
    std::uintmax_t most = 50;
    if (to > from) boost::math::tools::brent_find_minima(f, from, to, bits, most);
}

}  // namespace momentree
