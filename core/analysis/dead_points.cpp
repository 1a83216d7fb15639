// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/dead_points.hpp"

#include <algorithm>

#include "core/analysis/refine.hpp"

namespace momentree {
namespace {

constexpr double deadAt = 1e-6;  ///< regularity that counts as none
constexpr double kinked = 1e-2;  ///< regularity near which its minimum may not be smooth ...
constexpr double pointed = 0.2;  ///< ... if it is this small relative to the values around it

}  // namespace

std::pair<double, double> around(const std::vector<Sample>& samples, std::size_t k) {
    return {samples[k == 0 ? 0 : k - 1].time, samples[std::min(k + 1, samples.size() - 1)].time};
}

std::vector<NearDeadPoint> nearDeadPoints(DrivenMotion& motion, const std::vector<Sample>& samples,
                                          const std::vector<double>& regularity) {
    std::vector<NearDeadPoint> nearest;
    for (std::size_t k = 0; k < regularity.size(); ++k) {
        const bool falls = k == 0 || regularity[k] < regularity[k - 1];
        const bool rises = k + 1 == regularity.size() || regularity[k] <= regularity[k + 1];
        if (!falls || !rises || regularity[k] >= 1.0) continue;
        NearDeadPoint point{samples[k].time, regularity[k], false};
        const auto [from, to] = around(samples, k);
        const auto look = [&](double t) {
            if (!motion.moveTo(t)) return 1.0;
            const double value = motion.regularity();
            if (value < point.regularity) point = {t, value, false};
            return value;
        };
        const auto before = regularity[k == 0 ? 0 : k - 1];
        const auto after = regularity[std::min(k + 1, regularity.size() - 1)];
        searchSmooth({from, point.time, to}, {before, regularity[k], after}, look);
        // At a dead point it has a kink.
        if (point.regularity < std::min(kinked, pointed * std::max(before, after)))
            leastBetween(from, to, look);
        point.dead = point.regularity < deadAt;
        const bool atEnd = k == 0 || k + 1 == regularity.size();  // of the time, not of the falling
        if (point.dead || !atEnd) nearest.push_back(point);
    }
    return nearest;
}

}  // namespace momentree
