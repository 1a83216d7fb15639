// SPDX-License-Identifier: Apache-2.0
#include "core/model/law_corners.hpp"

#include <cmath>
#include <limits>

namespace momentree {

double jumpOfRate(const Law& law, double from, double to) {
    if (law.times.size() < 2) return 0.0;
    double jump = 0.0;
    const double first = law.times.front(), last = law.times.back();
    for (const double corner : {first, last}) {
        const bool within =
            corner == first ? corner >= from && corner < to : corner > from && corner <= to;
        if (!within) continue;
        constexpr double infinity = std::numeric_limits<double>::infinity();
        jump += law.at(std::nextafter(corner, infinity)).df -
                law.at(std::nextafter(corner, -infinity)).df;
    }
    return jump;
}

}  // namespace momentree
