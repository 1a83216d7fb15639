// SPDX-License-Identifier: Apache-2.0
#include "core/model/law_corners.hpp"

#include <cmath>
#include <limits>

namespace momentree {

double jumpOfRate(const Law& law, double from, double to) {
    if (law.times.size() < 2) return 0.0;
    double jump = 0.0;
    for (const double corner : {law.times.front(), law.times.back()}) {
        if (!(corner > from && corner <= to)) continue;
        constexpr double infinity = std::numeric_limits<double>::infinity();
        jump += law.at(std::nextafter(corner, infinity)).df -
                law.at(std::nextafter(corner, -infinity)).df;
    }
    return jump;
}

}  // namespace momentree
