// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/inverse_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "core/analysis/constraint_forces.hpp"
#include "core/analysis/dead_points.hpp"
#include "core/analysis/refine.hpp"
#include "core/model/law_corners.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double mostInstants = 1e6;

/// The largest of the efforts of a motion near its largest sample.
Peak refined(DrivenForces& evaluation, const InverseDynamics& found, std::size_t motion) {
    const std::vector<Sample>& samples = found.samples;
    const Peak coarse = found.efforts[motion].effort;
    const auto at = std::ranges::find(samples, coarse.time, &Sample::time) - samples.begin();
    const auto k = static_cast<std::size_t>(at);
    const std::size_t before = k == 0 ? 0 : k - 1, after = std::min(k + 1, samples.size() - 1);
    const double sign = coarse.value < 0.0 ? -1.0 : 1.0;
    const auto value = [&](std::size_t i) { return -sign * samples[i].motionEfforts[motion]; };
    Peak best = coarse;
    searchSmooth({samples[before].time, samples[k].time, samples[after].time},
                 {value(before), value(k), value(after)}, [&](double t) {
                     const auto sample = evaluation.at(t);
                     if (!sample) return 0.0;
                     raise(best, sample->motionEfforts[motion], t);
                     return -sign * sample->motionEfforts[motion];
                 });
    return best;
}

/// Forces near a dead point are about as inaccurate as the dimensions, over the regularity.
Diagnostics deadPointWarnings(const std::vector<NearDeadPoint>& nearest) {
    constexpr double sensitive = 1e-3;
    Diagnostics warnings;
    for (const NearDeadPoint& point : nearest)
        if (point.regularity < sensitive)
            warnings.push_back(warning(
                Place::run(),
                MOMENTREE_TEXT("efforts-near-dead-point",
                               "the mechanism is near a dead point at t = %1 s (smallest singular "
                               "value %2): efforts and reactions around it are large and change "
                               "with every rounding of a dimension")(
                    numberText(point.time, 6), numberText(point.regularity, 2))));
    return warnings;
}

/// An impulse of a drive is no effort at any instant.
Diagnostics jumpWarnings(const Model& model, double until) {
    Diagnostics warnings;
    for (const Corner& corner : cornersOf(model)) {
        if (corner.at > until || corner.to < 0.0) continue;
        for (const MotionElement& motion : model.motions) {
            const double jump = jumpOfRate(motion.law, corner.from, corner.to);
            if (jump == 0.0) continue;
            warnings.push_back(warning(
                Place::motion(motion.name),
                MOMENTREE_TEXT("efforts-without-impulse",
                               "its velocity jumps by %1 %2 at t = %3 s: the impulse that this "
                               "takes is in no effort or reaction")(
                    numberText(jump, 4), motion.rotation ? "rad/s" : "m/s",
                    numberText(corner.at, 6))));
        }
    }
    return warnings;
}

/// By the trapezoidal rule.
template <typename Value>
double integral(const std::vector<Sample>& samples, const Value& value) {
    double sum = 0.0;
    for (std::size_t k = 1; k < samples.size(); ++k)
        sum += 0.5 * (samples[k].time - samples[k - 1].time) * (value(k - 1) + value(k));
    return sum;
}

void summarise(const Model& model, InverseDynamics& found) {
    const std::vector<Sample>& samples = found.samples;
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        EffortFigures& figures = found.efforts[m];
        for (std::size_t k = 0; k < samples.size(); ++k) {
            raise(figures.effort, samples[k].motionEfforts[m], samples[k].time);
            raise(figures.power, found.powers[k][m], samples[k].time);
        }
        const double duration = samples.back().time;
        const auto square = [&](std::size_t k) {
            return samples[k].motionEfforts[m] * samples[k].motionEfforts[m];
        };
        figures.rms = duration > 0.0 ? std::sqrt(integral(samples, square) / duration)
                                     : std::abs(samples[0].motionEfforts[m]);
        figures.work = integral(samples, [&](std::size_t k) { return found.powers[k][m]; });
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        for (const Sample& sample : samples) {
            const Vec6<double>& reaction = sample.joints[j].reaction;
            raise(found.reactions[j].force, reaction.head<3>().norm(), sample.time);
            raise(found.reactions[j].moment, reaction.tail<3>().norm(), sample.time);
        }
}

void dropRounding(const Model& model, InverseDynamics& found) {
    for (const Sample& sample : found.samples) found.scales.include(model, sample);
    const double duration = found.samples.back().time;
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        double fastest = 0.0;
        for (const Sample& sample : found.samples)
            fastest = std::max(fastest, std::abs(model.motions[m].law.at(sample.time).df));
        EffortFigures& figures = found.efforts[m];
        const double scale = found.scales.of(model.motions[m]);
        dropRounding(figures.effort, scale);
        figures.rms = withoutRounding(figures.rms, scale);
        dropRounding(figures.power, scale * fastest);
        figures.work = withoutRounding(figures.work, scale * fastest * duration);
    }
    for (ReactionFigures& figures : found.reactions) {
        dropRounding(figures.force, found.scales.force());
        dropRounding(figures.moment, found.scales.moment());
    }
}

}  // namespace

Result<std::vector<double>> timesOf(const Instants& instants) {
    const double duration = instants.duration, step = instants.step;
    if (!(duration >= 0.0) || !std::isfinite(duration))
        return fail(error(Place::setting("duration", numberText(duration)),
                          MOMENTREE_TEXT("analysis-duration", "must be zero or positive [s]")));
    if (!(step > 0.0) || !std::isfinite(step))
        return fail(error(Place::setting("step", numberText(step)),
                          MOMENTREE_TEXT("analysis-step", "must be positive [s]")));
    if (duration / step > mostInstants)
        return fail(error(Place::setting("step", numberText(step)),
                          MOMENTREE_TEXT("analysis-too-many-instants",
                                         "would give more than %1 instants; choose a longer step "
                                         "or a shorter duration")(numberText(mostInstants))));
    std::vector<double> times;
    const auto whole = static_cast<std::size_t>(std::floor(duration / step * (1.0 + 1e-12)));
    for (std::size_t k = 0; k <= whole; ++k) times.push_back(static_cast<double>(k) * step);
    if (times.back() > duration || duration - times.back() < 1e-9 * step)
        times.back() = duration;
    else
        times.push_back(duration);
    return times;
}

Diagnostic stoppedEarly() {
    return error({}, MOMENTREE_TEXT("analysis-cancelled", "the analysis was stopped"));
}

namespace {

/// Consecutive instants with a movement of their own, so that two threads share the work; the
/// results do not depend on how many there are.
struct Stretch {
    std::unique_ptr<DrivenMotion> motion;
    std::optional<DrivenForces> forces;
    std::vector<Sample> samples;
    std::vector<std::vector<double>> powers;
    std::vector<double> regularity;
    double residual = 0.0;
    std::optional<Diagnostic> ended;

    Result<void> start(const Model& model) {
        auto started = DrivenMotion::start(model);
        if (!started) return tl::unexpected(started.error());
        motion = std::move(*started);
        forces.emplace(model, *motion);
        return {};
    }
    void follow(const Model& model, std::span<const double> times, const Watch& watch) {
        for (std::size_t k = 0; k < times.size() && !watch.stopped(); ++k) {
            watch.tell(static_cast<double>(k) / static_cast<double>(times.size()));
            auto sample = forces->at(times[k]);
            if (!sample) {
                ended = sample.error().front();
                return;
            }
            std::vector<double>& own = powers.emplace_back();
            for (std::size_t m = 0; m < model.motions.size(); ++m)
                own.push_back(sample->motionEfforts[m] * model.motions[m].law.at(times[k]).df);
            residual = std::max(residual, forces->residual(*sample));
            samples.push_back(std::move(*sample));
            regularity.push_back(motion->regularity());
        }
    }
    void append(Stretch&& next) {
        std::ranges::move(next.samples, std::back_inserter(samples));
        std::ranges::move(next.powers, std::back_inserter(powers));
        std::ranges::move(next.regularity, std::back_inserter(regularity));
        residual = std::max(residual, next.residual);
        forces->forces().include(next.forces->forces());
        ended = std::move(next.ended);
    }
};

}  // namespace

Result<InverseDynamics> inverseDynamics(const Model& model, const Instants& instants) {
    const auto times = timesOf(instants);
    if (!times) return tl::unexpected(times.error());
    Stretch all, rest;
    for (Stretch* stretch : {&all, &rest})
        if (auto started = stretch->start(model); !started) return tl::unexpected(started.error());
    {
        const std::span<const double> first = std::span(*times).first((times->size() + 1) / 2);
        // The progress is that of the first half, on the thread of the caller.
        const std::jthread beside([&] {
            rest.follow(model, std::span(*times).subspan(first.size()), {instants.watch.stop, {}});
        });
        all.follow(model, first, instants.watch);
    }
    if (instants.watch.stopped()) return fail(stoppedEarly());
    if (!all.ended) {
        all.motion->takeInstants(std::move(*rest.motion));
        all.append(std::move(rest));
    }
    if (all.samples.empty()) return fail(*all.ended);
    DrivenMotion& motion = *all.motion;
    DrivenForces& evaluation = *all.forces;
    InverseDynamics found;
    found.redundant = motion.assembly().redundant;
    found.efforts.resize(model.motions.size());
    found.reactions.resize(model.joints.size());
    found.samples = std::move(all.samples);
    found.powers = std::move(all.powers);
    found.residual = all.residual;
    found.ended = std::move(all.ended);
    found.warnings = deadPointWarnings(nearDeadPoints(motion, found.samples, all.regularity));
    std::ranges::move(jumpWarnings(model, found.samples.back().time),
                      std::back_inserter(found.warnings));
    summarise(model, found);
    for (std::size_t m = 0; m < model.motions.size(); ++m)
        found.efforts[m].effort = refined(evaluation, found, m);
    found.scales = LoadScales(motion.size());
    dropRounding(model, found);
    for (std::size_t m = 0; m < model.motions.size(); ++m)
        found.efforts[m].unique = evaluation.forces().isMotionUnique(m);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        found.reactions[j].unique = evaluation.forces().isUnique(j);
    return found;
}

}  // namespace momentree
