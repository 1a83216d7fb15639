// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kinematic_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/dead_points.hpp"
#include "core/analysis/refine.hpp"

namespace momentree {
namespace {

/// The same model with bodies of mass 1, so that its masses have no influence.
Model withUnitMasses(Model model) {
    for (Body& body : model.bodies) {
        body.mass = 1.0;
        body.J_C = Matrix3d::Identity();
    }
    return model;
}

/// The extreme of a transmission angle: the least for `sign` 1, the largest for -1.
/// @param angles at the samples
Peak extreme(const Model& model, DrivenMotion& motion, const KinematicAnalysis& found,
             const FourBar& fourBar, const std::vector<double>& angles, double sign) {
    const auto size = [&](double angle) { return sign * angle; };
    const auto k =
        static_cast<std::size_t>(std::ranges::min_element(angles, {}, size) - angles.begin());
    const std::size_t before = k == 0 ? 0 : k - 1, after = std::min(k + 1, angles.size() - 1);
    Peak best{angles[k], found.samples[k].time};
    searchSmooth({found.samples[before].time, best.time, found.samples[after].time},
                 {sign * angles[before], sign * angles[k], sign * angles[after]}, [&](double t) {
                     if (!motion.moveTo(t)) return std::numbers::pi;
                     const double angle = transmissionAngle(model, fourBar, motion.bodies());
                     if (sign * angle < sign * best.value) best = {angle, t};
                     return sign * angle;
                 });
    return best;
}

FourBarMotion motionOf(const Model& model, DrivenMotion& motion, const KinematicAnalysis& found,
                       const FourBar& fourBar) {
    std::vector<double> angles;
    for (const Sample& sample : found.samples)
        angles.push_back(transmissionAngle(model, fourBar, kinematicsOf(sample.bodies)));
    return {fourBar, extreme(model, motion, found, fourBar, angles, 1.0),
            extreme(model, motion, found, fourBar, angles, -1.0)};
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
        if (instants.watch.stopped()) return fail(stoppedEarly());
        instants.watch.tell(t / instants.duration);
        if (auto sample = motion.at(t)) {
            record(std::move(*sample));
            continue;
        } else {
            found.ended = sample.error().front();
        }
        // The last instant that could be reached.
        if (auto last = motion.at(motion.time());
            last && !found.samples.empty() && last->time > found.samples.back().time)
            record(std::move(*last));
        break;
    }
    if (found.samples.empty()) return fail(*found.ended);
    found.nearest = nearDeadPoints(motion, found.samples, found.regularity);
    for (const FourBar& fourBar : planarFourBars(model, kinematicsOf(found.samples.front().bodies)))
        found.fourBars.push_back(motionOf(model, motion, found, fourBar));
    found.paths = pathsOf(model, motion, found.samples);
    found.assemblies =
        assembliesOf(model, InitialState{found.samples.front().bodies, {}, 0.0}, instants.watch);
    return found;
}

}  // namespace momentree
