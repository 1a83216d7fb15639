// SPDX-License-Identifier: Apache-2.0
// Spacing of grids, for drawing and for snapping.
#pragma once

#include <cmath>

namespace momentree::render {

/// 1, 2 or 5 times a power of ten, at least `least` (> 0).
inline double niceSpacing(double least) {
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * decade >= least * (1.0 - 1e-9)) return step * decade;
    return 10.0 * decade;
}

/// Distance of the fine grid lines for a given size of a logical pixel [m].
inline double gridSpacing(double pixel) {
    constexpr double leastPixels = 8.0;
    return niceSpacing(leastPixels * pixel);
}

}  // namespace momentree::render
