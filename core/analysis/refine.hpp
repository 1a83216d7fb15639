// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

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

}  // namespace momentree
