// SPDX-License-Identifier: Apache-2.0
#include "core/model/law_corners.hpp"

#include <algorithm>
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
    const auto add = [&](double corner) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        jump += law.at(std::nextafter(corner, infinity)).df -
                law.at(std::nextafter(corner, -infinity)).df;
    };
    const double first = law.times.front(), last = law.times.back();
    if (first >= from && first < to) add(first);
    if (law.linear) {
        auto knot = std::upper_bound(law.times.begin() + 1, law.times.end() - 1, from);
        for (; knot != law.times.end() - 1 && *knot <= to; ++knot) add(*knot);
    }
    if (last > from && last <= to) add(last);
    return jump;
}

std::vector<Corner> cornersOf(const Model& model) {
    std::vector<Corner> all;
    for (const MotionElement& motion : model.motions) {
        const std::vector<double>& times = motion.law.times;
        if (times.size() < 2) continue;
        const std::size_t stride = motion.law.linear ? 1 : times.size() - 1;
        for (std::size_t k = 0; k < times.size(); k += stride) {
            const double at = times[k];
            const double half = ofDuration * (times.back() - times.front()) + ofTime * std::abs(at);
            all.push_back({at - half, at, at + half});
        }
    }
    std::ranges::sort(all, {}, &Corner::at);
    std::vector<Corner> apart;
    for (const Corner& corner : all)
        if (apart.empty() || corner.from > apart.back().to)
            apart.push_back(corner);
        else
            apart.back().to = std::max(apart.back().to, corner.to);
    return apart;
}

}  // namespace momentree
