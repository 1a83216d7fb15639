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
    const auto addKnots = [&](const Law& law) {
        for (const double at : law.times) all.push_back({at, at, at});
    };
    for (const AxialLoad& load : model.axialLoads) {
        addKnots(load.law);
        addKnots(load.controller.setPoint);
    }
    for (const AppliedLoad& load : model.appliedLoads) addKnots(load.law);
    for (const MotionElement& motion : model.motions) {
        const std::vector<double>& times = motion.law.times;
        if (times.size() < 2) continue;
        for (std::size_t k = 0; k < times.size(); ++k) {
            const double at = times[k];
            const bool jumps = motion.law.linear || k == 0 || k + 1 == times.size();
            const double half =
                jumps ? ofDuration * (times.back() - times.front()) + ofTime * std::abs(at) : 0.0;
            all.push_back({at - half, at, at + half});
        }
    }
    std::ranges::sort(all, {}, &Corner::from);
    std::vector<Corner> apart;
    for (const Corner& corner : all)
        if (apart.empty() || corner.from > apart.back().to)
            apart.push_back(corner);
        else
            apart.back().to = std::max(apart.back().to, corner.to);
    return apart;
}

double stepEnd(const std::vector<Corner>& corners, double t, double until) {
    // No step is as short as rounding.
    const auto rounding = [](double time) { return 0.5 * ofTime * std::abs(time); };
    const double after = t + rounding(t);
    const auto next = std::ranges::upper_bound(corners, after, {}, &Corner::to);
    if (next == corners.end()) return until;
    for (const double end : {next->from, next->at, next->to})
        if (end > after && end < until - rounding(until)) until = end;
    return until;
}

}  // namespace momentree
