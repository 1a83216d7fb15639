// SPDX-License-Identifier: Apache-2.0
#include "core/model/law_corners.hpp"

#include <cmath>
#include <limits>

#include "core/model/model.hpp"

namespace momentree {
namespace {

/// Half of a span around a corner: of the duration of its table, and of the time itself.
constexpr double ofDuration = 1e-10, ofTime = 64.0 * std::numeric_limits<double>::epsilon();

}  // namespace

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

std::vector<Corner> cornersOf(const Model& model) {
    std::vector<Corner> all;
    for (const MotionElement& motion : model.motions) {
        const std::vector<double>& times = motion.law.times;
        if (times.size() < 2) continue;
        for (const double at : {times.front(), times.back()}) {
            const double half = ofDuration * (times.back() - times.front()) + ofTime * std::abs(at);
            all.push_back({at - half, at, at + half});
        }
    }
    return all;
}

}  // namespace momentree
