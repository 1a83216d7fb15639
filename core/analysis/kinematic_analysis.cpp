// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kinematic_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/driven_motion.hpp"
#include "core/analysis/refine.hpp"

namespace momentree {
namespace {

constexpr double deadAt = 1e-6;  ///< regularity that counts as none

/// The same model with bodies of mass 1, so that its masses have no influence.
Model withUnitMasses(Model model) {
    for (Body& body : model.bodies) {
        body.mass = 1.0;
        body.J_C = Matrix3d::Identity();
    }
    return model;
}

/// The neighbours of sample k in time.
std::pair<double, double> around(const std::vector<Sample>& samples, std::size_t k) {
    return {samples[k == 0 ? 0 : k - 1].time, samples[std::min(k + 1, samples.size() - 1)].time};
}

std::vector<NearDeadPoint> nearestOf(DrivenMotion& motion, const KinematicAnalysis& found) {
    std::vector<NearDeadPoint> nearest;
    const std::vector<double>& values = found.regularity;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const bool falls = k == 0 || values[k] < values[k - 1];
        const bool rises = k + 1 == values.size() || values[k] <= values[k + 1];
        if (!falls || !rises || values[k] >= 1.0) continue;
        NearDeadPoint point{found.samples[k].time, values[k], false};
        const auto [from, to] = around(found.samples, k);
        leastBetween(from, to, [&](double t) {
            if (!motion.at(t)) return 1.0;
            const double value = motion.regularity();
            if (value < point.regularity) point = {t, value, false};
            return value;
        });
        point.dead = point.regularity < deadAt;
        const bool atEnd = k == 0 || k + 1 == values.size();  // of the time, not of the falling
        if (point.dead || !atEnd) nearest.push_back(point);
    }
    return nearest;
}

/// The extreme of a transmission angle: the least for `sign` 1, the largest for -1.
Peak extreme(const Model& model, DrivenMotion& motion, const KinematicAnalysis& found,
             const FourBar& fourBar, double sign) {
    Peak best;
    std::size_t at = 0;
    for (std::size_t k = 0; k < found.samples.size(); ++k) {
        const double angle =
            transmissionAngle(model, fourBar, kinematicsOf(found.samples[k].bodies));
        if (k > 0 && sign * angle >= sign * best.value) continue;
        best = {angle, found.samples[k].time};
        at = k;
    }
    const auto [from, to] = around(found.samples, at);
    leastBetween(from, to, [&](double t) {
        const auto sample = motion.at(t);
        if (!sample) return std::numbers::pi;
        const double angle = transmissionAngle(model, fourBar, kinematicsOf(sample->bodies));
        if (sign * angle < sign * best.value) best = {angle, t};
        return sign * angle;
    });
    return best;
}

}  // namespace

Result<KinematicAnalysis> kinematicAnalysis(const Model& given, const Instants& instants) {
    const auto times = timesOf(instants);
    if (!times) return tl::unexpected(times.error());
    const Model model = withUnitMasses(given);
    const auto started = DrivenMotion::start(model);
    if (!started) return tl::unexpected(started.error());
    DrivenMotion& motion = **started;
    KinematicAnalysis found;
    const auto record = [&](Sample sample) {
        found.samples.push_back(std::move(sample));
        found.regularity.push_back(motion.regularity());
    };
    for (const double t : *times) {
        if (auto sample = motion.at(t)) {
            record(std::move(*sample));
            continue;
        } else {
            found.ended = sample.error().front();
        }
        // The last instant that could be reached.
        if (auto last = motion.at(motion.time()); last && last->time > found.samples.back().time)
            record(std::move(*last));
        break;
    }
    found.nearest = nearestOf(motion, found);
    for (const FourBar& fourBar : planarFourBars(model, kinematicsOf(found.samples.front().bodies)))
        found.fourBars.push_back({fourBar, extreme(model, motion, found, fourBar, 1.0),
                                  extreme(model, motion, found, fourBar, -1.0)});
    return found;
}

}  // namespace momentree
