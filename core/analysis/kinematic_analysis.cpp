// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kinematic_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <thread>

#include "core/analysis/dead_points.hpp"
#include "core/analysis/refine.hpp"

namespace momentree {
namespace {

/// The same model with bodies of mass 1, about as large as its longest link, so that its masses
/// have no influence.
Model withUnitMasses(Model model) {
    double longest = 0.0;  ///< from the middle of a link to a joint [m]
    for (const JointElement& joint : model.joints)
        for (const Marker& marker : {joint.A, joint.B})
            if (marker.body != ground) longest = std::max(longest, marker.frame.r.norm());
    const double inertia = longest > 0.0 ? longest * longest : 1.0;
    for (Body& body : model.bodies) {
        body.mass = 1.0;
        body.J_C = inertia * Matrix3d::Identity();
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

/// Consecutive instants with a movement of their own, so that two threads share the work; the
/// results do not depend on how many there are.
struct Followed {
    std::unique_ptr<DrivenMotion> motion;
    std::vector<Sample> samples;
    std::vector<double> regularity;
    std::optional<Diagnostic> ended;

    Result<void> start(const Model& model) {
        auto started = DrivenMotion::start(model);
        if (!started) return tl::unexpected(started.error());
        motion = *std::move(started);
        return {};
    }
    void record(Sample sample) {
        samples.push_back(std::move(sample));
        regularity.push_back(motion->regularity());
    }
    void follow(std::span<const double> times, const Watch& watch) {
        for (std::size_t k = 0; k < times.size() && !watch.stopped(); ++k) {
            watch.tell(static_cast<double>(k) / static_cast<double>(times.size()));
            if (auto sample = motion->at(times[k])) {
                record(std::move(*sample));
                continue;
            } else {
                ended = sample.error().front();
            }
            // The last instant that could be reached.
            if (auto last = motion->at(motion->time());
                last && !samples.empty() && last->time > samples.back().time)
                record(std::move(*last));
            return;
        }
    }
    void append(Followed&& next) {
        motion->takeInstants(std::move(*next.motion));
        std::ranges::move(next.samples, std::back_inserter(samples));
        std::ranges::move(next.regularity, std::back_inserter(regularity));
        ended = std::move(next.ended);
    }
};

}  // namespace

Result<KinematicAnalysis> kinematicAnalysis(const Model& given, const Instants& instants) {
    const auto times = timesOf(instants);
    if (!times) return tl::unexpected(times.error());
    const Model model = withUnitMasses(given);
    Followed all, rest;
    for (Followed* part : {&all, &rest})
        if (auto started = part->start(model); !started) return tl::unexpected(started.error());
    {
        const std::span<const double> first = std::span(*times).first((times->size() + 1) / 2);
        // The progress is that of the first half, on the thread of the caller.
        const std::jthread beside([&] {
            rest.follow(std::span(*times).subspan(first.size()), {instants.watch.stop, {}});
        });
        all.follow(first, instants.watch);
    }
    if (instants.watch.stopped()) return fail(stoppedEarly());
    if (!all.ended) all.append(std::move(rest));
    if (all.samples.empty()) return fail(*all.ended);
    DrivenMotion& motion = *all.motion;
    KinematicAnalysis found;
    found.samples = std::move(all.samples);
    found.regularity = std::move(all.regularity);
    found.ended = std::move(all.ended);
    found.nearest = nearDeadPoints(motion, found.samples, found.regularity);
    for (const FourBar& fourBar : planarFourBars(model, kinematicsOf(found.samples.front().bodies)))
        found.fourBars.push_back(motionOf(model, motion, found, fourBar));
    found.paths = pathsOf(model, motion, found.samples, found.ended.has_value());
    found.assemblies =
        assembliesOf(model, InitialState{found.samples.front().bodies, {}, 0.0}, instants.watch);
    return found;
}

}  // namespace momentree
