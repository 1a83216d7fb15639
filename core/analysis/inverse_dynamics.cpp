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
    for (std::size_t m = 0; m < found.efforts.size(); ++m) {
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

/// @param model whose motions the efforts belong to
/// @param rates [samples][motions]
void dropRounding(const Model& model, const std::vector<std::vector<double>>& rates,
                  InverseDynamics& found) {
    for (const Sample& sample : found.samples) found.scales.include(model, sample);
    const double duration = found.samples.back().time;
    for (std::size_t m = 0; m < found.efforts.size(); ++m) {
        double fastest = 0.0;
        for (const std::vector<double>& rate : rates)
            fastest = std::max(fastest, std::abs(rate[m]));
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

/// What moves a mechanism: its motions, or actuated joints.
struct Actuators {
    const Model& model;
    std::span<const ActuatedCoordinate> joints;
    std::shared_ptr<const Model> pushed = nullptr;  ///< with motions at these joints

    const Model& rows() const { return pushed ? *pushed : model; }

    Result<DrivenForces> forcesOf(DrivenMotion& motion) {
        if (joints.empty()) return DrivenForces(model, motion);
        const auto start = motion.at(0.0);
        if (!start) return tl::unexpected(start.error());
        if (!pushed) {
            auto made = actuated(model, joints, *start);
            if (!made) return tl::unexpected(made.error());
            pushed = std::move(*made);
        }
        auto forces = ConstraintForces::actuating(*pushed, *start, motion.anglesOfLoads(),
                                                  motion.assembly(), motion.size());
        if (!forces) return tl::unexpected(forces.error());
        return DrivenForces(motion, std::move(*forces));
    }
};

/// The actuated joints do not balance the mechanism.
Diagnostic losesHold(double t) {
    return error(Place::run(),
                 MOMENTREE_TEXT("actuated-no-hold",
                                "at t = %1 s no efforts of the actuated joints move the mechanism "
                                "as prescribed: it is in a pose in which they cannot hold it; "
                                "actuate another joint")(numberText(t, 6)));
}

/// Smooth efforts do not grow so much between two instants, as near a pole.
constexpr double growing = 10.0;

Diagnostic barelyHolds(const MotionElement& joint, double t) {
    return warning(Place::joint(joint.name),
                   MOMENTREE_TEXT("actuated-barely-holds",
                                  "its effort grows beyond any limit near t = %1 s, where it moves "
                                  "nothing; actuate another joint, or one more")(numberText(t, 6)));
}

/// Consecutive instants with a movement of their own, so that two threads share the work; the
/// results do not depend on how many there are.
struct Stretch {
    std::unique_ptr<DrivenMotion> motion;
    std::optional<DrivenForces> forces;
    std::vector<Sample> samples;
    std::vector<std::vector<double>> rates;  ///< of the coordinates of the efforts
    std::vector<double> regularity;
    double residual = 0.0;
    std::optional<Diagnostic> ended;

    Result<void> start(Actuators& actuators) {
        auto started = DrivenMotion::start(actuators.model);
        if (!started) return tl::unexpected(started.error());
        motion = std::move(*started);
        auto made = actuators.forcesOf(*motion);
        if (!made) return tl::unexpected(made.error());
        forces.emplace(std::move(*made));
        return {};
    }
    void follow(const Actuators& actuators, std::span<const double> times, const Watch& watch) {
        constexpr double balanced = 1e-8;
        for (std::size_t k = 0; k < times.size() && !watch.stopped(); ++k) {
            watch.tell(static_cast<double>(k) / static_cast<double>(times.size()));
            auto sample = forces->at(times[k]);
            if (!sample) {
                ended = sample.error().front();
                return;
            }
            const double left = forces->residual(*sample);
            if (actuators.pushed && !(left < balanced)) {
                ended = losesHold(times[k]);
                return;
            }
            residual = std::max(residual, left);
            rates.push_back(ratesAt(actuators, *sample));
            samples.push_back(std::move(*sample));
            regularity.push_back(motion->regularity());
        }
    }
    std::vector<double> ratesAt(const Actuators& actuators, const Sample& sample) const {
        if (actuators.pushed) return forces->forces().rates(sample);
        std::vector<double> all;
        for (const MotionElement& one : actuators.model.motions)
            all.push_back(one.law.at(sample.time).df);
        return all;
    }
    void append(Stretch&& next) {
        std::ranges::move(next.samples, std::back_inserter(samples));
        std::ranges::move(next.rates, std::back_inserter(rates));
        std::ranges::move(next.regularity, std::back_inserter(regularity));
        residual = std::max(residual, next.residual);
        forces->forces().include(next.forces->forces());
        ended = std::move(next.ended);
    }
};

}  // namespace

Result<InverseDynamics> inverseDynamics(const Model& model, const Instants& instants,
                                        std::span<const ActuatedCoordinate> actuated) {
    const auto times = timesOf(instants);
    if (!times) return tl::unexpected(times.error());
    Actuators actuators{model, actuated};
    Stretch all, rest;
    for (Stretch* stretch : {&all, &rest})
        if (auto started = stretch->start(actuators); !started)
            return tl::unexpected(started.error());
    {
        const std::span<const double> first = std::span(*times).first((times->size() + 1) / 2);
        // The progress is that of the first half, on the thread of the caller.
        const std::jthread beside([&] {
            rest.follow(actuators, std::span(*times).subspan(first.size()),
                        {instants.watch.stop, {}});
        });
        all.follow(actuators, first, instants.watch);
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
    found.redundant = evaluation.forces().redundant();
    found.actuated = actuators.pushed;
    found.efforts.resize(actuators.rows().motions.size());
    found.reactions.resize(model.joints.size());
    found.samples = std::move(all.samples);
    for (std::size_t k = 0; k < found.samples.size(); ++k) {
        std::vector<double>& own = found.powers.emplace_back();
        for (std::size_t m = 0; m < found.efforts.size(); ++m)
            own.push_back(found.samples[k].motionEfforts[m] * all.rates[k][m]);
    }
    found.residual = all.residual;
    found.ended = std::move(all.ended);
    found.warnings = deadPointWarnings(nearDeadPoints(motion, found.samples, all.regularity));
    std::ranges::move(jumpWarnings(model, found.samples.back().time),
                      std::back_inserter(found.warnings));
    summarise(model, found);
    for (std::size_t m = 0; m < found.efforts.size(); ++m) {
        const Peak among = found.efforts[m].effort, peak = refined(evaluation, found, m);
        found.efforts[m].effort = peak;
        if (found.actuated && std::abs(peak.value) > growing * std::abs(among.value))
            found.warnings.push_back(barelyHolds(found.actuated->motions[m], peak.time));
    }
    found.scales = LoadScales(motion.size());
    dropRounding(actuators.rows(), all.rates, found);
    for (std::size_t m = 0; m < found.efforts.size(); ++m)
        found.efforts[m].unique = evaluation.forces().isMotionUnique(m);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        found.reactions[j].unique = evaluation.forces().isUnique(j);
    return found;
}

}  // namespace momentree
