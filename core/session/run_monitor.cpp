// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_monitor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/diagnostics/law_pace.hpp"
#include "core/kinematics/gap_beside.hpp"
#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/built_in.hpp"
#include "core/session/default_step.hpp"
#include "core/session/integrator_entries.hpp"
#include "core/session/run_limits.hpp"

namespace momentree {
namespace {

constexpr double tolerableBalance = 1e-3;      ///< relative to the energy exchanged
constexpr double tolerableSecondOrder = 1e-2;  ///< the same for integrators of order 1 and 2
constexpr double lostBalance = 0.1;
constexpr double tolerablePhase = 1e-3;  ///< of angles, by energy that is lost or gained [rad]
constexpr double slowShare = 0.02;  ///< of the largest kinetic energy: below, motions turn round
/// Of the work in one interval, relative to the energy exchanged; intervals twice as long have 16
/// times the error.
constexpr double tolerableWork = 2e-6, fineWork = tolerableWork / 16.0;
constexpr double perOrder = 0.25;  ///< over which errors of intervals change with their length
/// The same for the work of one force. Intervals become shorter for it only down to a number of
/// steps, since it decides nothing.
constexpr double tolerableShare = 1e-6, fineShare = tolerableShare / 16.0;
constexpr std::int64_t shareInterval = 16;
/// Steps between two states that are followed. One costs at most two steps of rk4.
constexpr std::int64_t longestInterval = 512, frictionInterval = 16, bendInterval = 4;
constexpr double strokeTurn = 0.1;      ///< between two such states, of the body that turns fastest
constexpr std::int64_t mostLooks = 64;  ///< at laws between two such states
constexpr double tolerableDrift = 1e-4, lostDrift = 1e-2;  ///< relative to the size
constexpr double apart = 1.0;                              ///< of joints that may yield
constexpr double exactDrift = 1e-12;
constexpr double roundings = 64.0 * std::numeric_limits<double>::epsilon();
constexpr double driftOfGap = 20.0;    ///< loops that close only nearly open by more elsewhere
constexpr double posesKnown = 1e-10;   ///< relative to the size, after iterations
constexpr double posesApart = 1e3;     ///< times `posesKnown`: more than rounding of loops
constexpr double posesRounded = 16.0;  ///< the same over the rounding of the numbers
constexpr double tolerableCorrection = 1e-4;  ///< of a step [rad, or relative to the size]
constexpr double usualCorrection = 1e-6;
/// What accelerations may violate of the joints, relative to themselves; loops that close only
/// nearly violate more.
constexpr double tolerableForce = 1e-4, forceOfGap = 1e3;
constexpr double tolerableUnbalance = 1e-6;  ///< of Newton's and Euler's equations, relative
constexpr double farSettled = 1e-3;          ///< correction of a rounded start, the same unit
/// Of the turn in one step over the one that is advised: the fastest moments are short.
constexpr double tolerableGrowth = 2.0;

/// Whether loads begin to act suddenly and dissipate energy within an unknown time.
bool pushes(const Model& model) {
    return std::ranges::any_of(
               model.axialLoads,
               [](const AxialLoad& load) { return load.side != 0 && load.c != 0.0; }) ||
           std::ranges::any_of(
               model.contactLoads,
               [](const ContactLoad& load) { return load.c != 0.0 || load.friction != 0.0; }) ||
           std::ranges::any_of(model.elasticCouplings, [](const ElasticCoupling& coupling) {
               return coupling.backlash != 0.0 && coupling.c != 0.0;
           });
}

/// Whether efforts may bend in states that nothing foretells: at the limit of a controller or a
/// motor, or where a law does. What is smooth before hides such a bend from long intervals.
bool bends(const Model& model) {
    return std::ranges::any_of(model.axialLoads,
                               [](const AxialLoad& load) {
                                   return load.controller.limit > 0.0 || !load.state.empty() ||
                                          !load.characteristic.motor.empty();
                               }) ||
           std::ranges::any_of(model.appliedLoads,
                               [](const AppliedLoad& load) { return !load.state.empty(); });
}

/// Steps between two states that are followed, at most.
/// @param friction steps in which friction changes
std::int64_t longestIntervalOf(const Model& model, double friction) {
    if (pushes(model)) return 1;
    const std::int64_t most = bends(model) ? bendInterval : longestInterval;
    const std::int64_t least = std::min(frictionInterval, most);
    return static_cast<std::int64_t>(std::clamp(friction, double(least), double(most)));
}

/// The longest interval that misses no stroke of a press. The errors before and after a stroke are
/// too small to show it.
std::int64_t stepsOfStroke(const Model& model, const Sample& between, double step) {
    const double turn = fastestTurn(model, between.bodies) * step;
    if (!(turn * static_cast<double>(longestInterval) > strokeTurn)) return longestInterval;
    return std::max(shareInterval, static_cast<std::int64_t>(strokeTurn / turn));
}

/// Steps to the last before the next knot of a spline that drives a motion, 1 where one is near:
/// the power bends there, by which a polynomial across it is off. Tables with a knot every few
/// steps would cost as much as the run.
std::int64_t stepsToKnot(const Model& model, double time, double step) {
    constexpr int after = 3;  // intervals until the polynomial is on one side
    double least = static_cast<double>(longestInterval);
    for (const MotionElement& motion : model.motions) {
        const std::vector<double>& times = motion.law.times;
        const auto knots = static_cast<double>(times.size());
        if (motion.law.linear || knots < 3.0) continue;
        if (times.back() - times.front() < knots * static_cast<double>(shareInterval) * step)
            continue;
        const auto near = std::ranges::upper_bound(times, time - after * step);
        if (near == times.end()) continue;
        const double ahead = (*near - time) / step;
        least = std::min(least, std::max(1.0, std::floor(ahead)));
    }
    return static_cast<std::int64_t>(least);
}

}  // namespace

bool yields(const RunSpec& spec) { return spec.formulation == "soft"; }

RunMonitor::RunMonitor(const Model& model, const RunSpec& spec)
    : model_(model),
      spec_(spec),
      order_(orderOf(spec.integrator)),
      posesKnown_(posesKnown),
      needsPower_(canExchangeWork(model) || yields(spec)),
      unbegun_(model),
      followed_(model),
      here_(model),
      longestInterval_(longestIntervalOf(model, followed_.fastestFriction() / spec.step)),
      contacts_(model, spec.step, stepTraits(spec.integrator).decay),
      // Own integrators have accelerations of their own.
      reactionsNoted_(!ownerOf(spec.integrator).empty()),
      speedsNoted_(order_ == 0),
      energies_(model),
      // Drives set the pace of what they move, and dampers forget errors.
      conserves_(!needsPower_ && model.stops.empty()) {
    notes_.reserve(8);
}

bool RunMonitor::rounded() const { return startDrift_ > exactDrift; }

std::int64_t RunMonitor::follow(const Sample& between) {
    settle(between.time);
    followed_.add(between);
    follows_ = true;
    noteContacts(between);
    // Samples suffice, once the loops have settled.
    if (!needsPower_ && !settling_) return std::numeric_limits<std::int64_t>::max();
    if (followed_.jumps()) longestInterval_ = std::min(longestInterval_, frictionInterval);
    const double error = followed_.newestError(), scale = followed_.scale();
    const double ofShares = followed_.newestShareError();
    if (error > tolerableWork * scale)
        interval_ = std::max<std::int64_t>(
            1, static_cast<std::int64_t>(
                   static_cast<double>(interval_) *
                   std::min(0.5, std::pow(tolerableWork * scale / error, perOrder))));
    else if (ofShares > tolerableShare)
        interval_ = std::max(std::min(interval_, shareInterval), interval_ / 2);
    else if (error <= fineWork * scale && (ofShares <= fineShare || interval_ < shareInterval))
        interval_ = std::min(longestInterval_, 2 * interval_);
    const auto shows = [&](std::int64_t steps) {
        return showsLaws(model_, between.time,
                         between.time + static_cast<double>(steps) * spec_.step,
                         static_cast<int>(std::min(steps, mostLooks)));
    };
    interval_ = std::min({interval_, longestInterval_, stepsOfStroke(model_, between, spec_.step),
                          stepsToKnot(model_, between.time, spec_.step)});
    while (interval_ > 1 && !shows(interval_)) interval_ /= 2;
    return interval_;
}

void RunMonitor::computesWith(double rounding) {
    posesKnown_ = std::max(posesKnown, posesRounded * rounding);
}

StepStatus RunMonitor::check(const Sample& sample, const Progress& progress) {
    // Squares of a finite state may be infinite.
    if (!std::isfinite(sample.driftRelative) || !std::isfinite(sample.driftPosition) ||
        !std::isfinite(sample.kinetic) || !std::isfinite(progress.moved) ||
        !std::isfinite(fastestTurn(model_, sample.bodies)))
        return StepStatus::NotFinite;
    if (!started_) start(sample);
    noteUnknown(sample);
    settle(sample.time);
    here_ = followed_;
    here_.add(sample);
    if (!follows_ || !needsPower_) followed_ = here_;
    balance_ = here_.balance();
    // Where motions determine everything, states stay finite whatever forces are.
    if (!std::isfinite(balance_)) return StepStatus::NotFinite;
    noteSteps(sample.time, progress.moved);
    noteSpeeds(sample);
    if (!follows_) noteContacts(sample);
    if (conserves_) energies_.add(sample);
    notePhase(sample);
    noteReactions(sample);
    const StepStatus status = checkDrift(sample);
    return status == StepStatus::Reached ? checkBalance(here_, sample.time) : status;
}

void RunMonitor::start(const Sample& first) {
    started_ = true;
    startTime_ = first.time;
    startDrift_ = first.driftRelative;
    // What `adviseStep` says of the start need not be said again.
    if (fastestTurn(model_, first.bodies) * spec_.step > stepTraits(spec_.integrator).turn)
        speedsNoted_ = true;
    const MechanismScales scales = mechanismScales(model_, kinematicsOf(std::span(first.bodies)));
    size_ = scales.largest();
    // Far from the origin, rounding of positions is large beside a small mechanism.
    double farthest = 0.0, least = size_;
    for (const BodyState& body : first.bodies) farthest = std::max(farthest, body.r.norm());
    for (const double size : scales.size) least = std::min(least, size);
    if (startDrift_ < roundings * (farthest / least + 1.0)) startDrift_ = 0.0;
    settling_ = spec_.correction && startDrift_ > exactDrift;
    stepsSettled_ = !settling_;
    startDrift_ = std::max(startDrift_, gapBeside(model_, first.time, first.bodies));
    double mass = 0.0;
    for (const Body& body : model_.bodies) mass += body.mass;
    const double speed = posesKnown * size_ / spec_.step;
    unknownKinetic_ = 0.5 * mass * speed * speed;
    conserves_ = conserves_ && !rounded();
    if (!conserves_) return;
    energies_.begin(first);
    shifts_.assign(energies_.all().size(), 0.0);
}

/// The balance begins where the loops fit best: the correction before is no motion.
void RunMonitor::settle(double time) {
    if (!settling_ || time <= startTime_) return;
    settling_ = false;
    followed_ = unbegun_;  // allocates nothing
}

/// Corrections move a start whose loops close only within a tolerance by about the gap, against
/// the loads. Poses and the speeds between them are known only up to what iterations leave, which
/// counts in a mechanism at rest: joints that are open by it hold back the work of their reactions,
/// which are large next to singular poses.
void RunMonitor::noteUnknown(const Sample& sample) {
    const double moved = driftOfGap * startDrift_ + posesKnown_;
    unknownWork_ = std::max(unknownWork_, moved * (sample.loadForce * size_ + sample.loadTorque));
    unknownOpening_ = posesKnown_ * openingWork(model_, sample, size_);
}

void RunMonitor::noteSteps(double time, double moved) {
    // The first steps move loops with rounded lengths to where they fit best.
    if (moved > 0.0 && !std::exchange(stepsSettled_, true)) {
        if (moved > farSettled)
            notes_.push_back(
                {time,
                 MOMENTREE_TEXT(
                     "start-settled",
                     "the first step moved a joint by %1 (rad, or of the "
                     "mechanism's size) to close loops with rounded lengths; "
                     "write lengths and angles with more decimals")(numberText(moved, 2)),
                 false});
        return;
    }
    if (stepsNoted_ || moved <= tolerableCorrection + driftOfGap * startDrift_) return;
    stepsNoted_ = true;
    const double better = spec_.step * std::pow(usualCorrection / moved, 0.2);
    notes_.push_back(
        {time, isAdaptive(spec_.integrator)
                   ? MOMENTREE_TEXT("corrections-large-adaptive",
                                    "until t = %1 s a step opened the loops so far that a joint "
                                    "was moved by %2 (rad, or of the mechanism's size) to close "
                                    "them; try tighter tolerances")(numberText(time, 6),
                                                                    numberText(moved, 2))
                   : MOMENTREE_TEXT("corrections-large",
                                    "until t = %1 s a step opened the loops so far that a joint "
                                    "was moved by %2 (rad, or of the mechanism's size) to close "
                                    "them; try a step of %3 s")(
                         numberText(time, 6), numberText(moved, 2), numberText(better, 2))});
}

/// A step that suits the start may be too long for speeds that grow.
void RunMonitor::noteSpeeds(const Sample& sample) {
    if (speedsNoted_) return;
    const double fastest = fastestTurn(model_, sample.bodies);
    if (!(fastest * spec_.step > tolerableGrowth * stepTraits(spec_.integrator).turn)) return;
    speedsNoted_ = true;
    if (const double step = stepForTurn(spec_.integrator, fastest); step < shortestAdvice) {
        notes_.push_back(
            {sample.time,
             MOMENTREE_TEXT("speeds-diverge",
                            "at t = %1 s something turns with %2 rad/s, for which no "
                            "step is short enough: the motion diverges; reduce the "
                            "step of %3 s")(numberText(sample.time, 6), numberText(fastest, 4),
                                            numberText(spec_.step, 6))});
        return;
    }
    notes_.push_back(
        {sample.time,
         MOMENTREE_TEXT("speeds-grown",
                        "at t = %1 s something turns with %2 rad/s, for which a step of %3 s is "
                        "long; use at most %4 s, or estimate the error")(
             numberText(sample.time, 6), numberText(fastest, 4), numberText(spec_.step, 6),
             numberText(stepForTurn(spec_.integrator, fastest), 6))});
}

/// The note says what the hardest landing so far needs.
void RunMonitor::noteContacts(const Sample& sample) {
    if (!contacts_.look(sample) || !(spec_.step > contacts_.longest())) return;
    if (contactNote_ == 0) {
        notes_.emplace_back();
        contactNote_ = notes_.size();
    }
    const double longest = contacts_.longest();
    notes_[contactNote_ - 1] = {
        sample.time,
        longest < shortestAdvice
            ? MOMENTREE_TEXT("contact-too-steep",
                             "at t = %1 s no step is short enough for the friction of contact "
                             "'%2'; choose a higher 'slip'")(numberText(sample.time, 6),
                                                             contacts_.contact())
            : MOMENTREE_TEXT("step-long-for-contact",
                             "at t = %1 s contact '%2' presses so hard that a step of %3 s is too "
                             "long for its friction; use at most %4 s, or a higher 'slip'")(
                  numberText(sample.time, 6), contacts_.contact(), numberText(spec_.step, 6),
                  numberText(roundedDown(longest), 6))};
}

/// Energy that a mechanism has gained or lost, beyond what poses and speeds leave unknown [J].
double RunMonitor::lostOf(const MechanismEnergy& mechanism) const {
    const double speed = posesKnown * mechanism.size / spec_.step;
    const double weight = mechanism.mass * model_.gravity.norm() * mechanism.size;
    // Differences of large potential energies are rounded, too.
    const double potential =
        std::max(std::abs(mechanism.mostPotential), std::abs(mechanism.leastPotential)) +
        mechanism.mostPotential - mechanism.leastPotential;
    const double unknown = posesKnown_ * (weight + potential + mechanism.opening) +
                           0.5 * mechanism.mass * speed * speed;
    return std::max(0.0, std::abs(mechanism.change()) - unknown);
}

/// Speeds with a relative error of half that of the kinetic energy shift the clock of a mechanism,
/// most where it is slow. Where it turns round, they change its reach instead.
void RunMonitor::notePhase(const Sample& sample) {
    if (!conserves_ || phaseNoted_) return;
    const double passed = sample.time - std::exchange(phaseTime_, sample.time);
    for (std::size_t m = 0; m < shifts_.size(); ++m) {
        const MechanismEnergy& own = energies_.all()[m];
        const double lost = lostOf(own);
        if (!(lost > 0.0)) continue;
        const double kinetic = own.kinetic + slowShare * own.mostKinetic;
        shifts_[m] += passed * std::copysign(0.5 * lost / kinetic, own.change());
    }
    double most = 0.0, change = 0.0;
    for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
        if (energies_.of(i) < 0) continue;
        const std::size_t m = toIndex(energies_.of(i));
        const double off = std::abs(shifts_[m]) * sample.bodies[i].w.norm();
        if (off > most) {
            most = off;
            change = energies_.all()[m].change();
        }
    }
    if (!(most > tolerablePhase)) return;
    phaseNoted_ = true;
    notes_.push_back(
        {sample.time,
         MOMENTREE_TEXT("phase-off",
                        "until t = %1 s the energy has changed by %2 J without work, so that "
                        "angles may be off by %3 rad, and by more later; reduce the step or "
                        "tighten the tolerances, or estimate the error")(
             numberText(sample.time, 6), numberText(std::abs(change), 2), numberText(most, 1))});
}

/// Reactions are right as far as the accelerations that they cause agree with the joints.
void RunMonitor::noteReactions(const Sample& sample) {
    if (sample.unbalanced > tolerableUnbalance && !std::exchange(unbalancedNoted_, true))
        notes_.push_back(
            {sample.time,
             MOMENTREE_TEXT("reactions-unbalanced",
                            "at t = %1 s the reactions of a body are off by %2 of what acts on "
                            "it: the motion may be right, but these forces are not; look at rows "
                            "before and after it, or at masses that are much smaller than others")(
                 numberText(sample.time, 6), numberText(sample.unbalanced, 2))});
    if (reactionsNoted_) return;
    double linear = 0.0, angular = 0.0;
    for (std::size_t i = 0; i < sample.accelerations.size(); ++i) {
        const Vec6<double>& a = sample.accelerations[i];
        linear = std::max(linear, a.head<3>().norm());
        angular = std::max(angular, a.tail<3>().norm() + sample.bodies[i].w.squaredNorm());
    }
    const double scale = std::max(linear + size_ * angular, angular);
    const double share = std::max(tolerableForce, forceOfGap * sample.driftRelative);
    const double rounding = 1e-12 * std::max(1.0, size_) / (spec_.step * spec_.step);
    const double allowed = share * (scale + model_.gravity.norm()) + rounding;
    if (sample.driftAcceleration <= allowed) return;
    reactionsNoted_ = true;
    notes_.push_back(
        {sample.time,
         MOMENTREE_TEXT("reactions-off",
                        "at t = %1 s the accelerations violate the joints by %2 m/s² or rad/s²: "
                        "the reactions of this row are not accurate, as next to a singular pose or "
                        "with links that are much lighter than others; look at rows before and "
                        "after it")(numberText(sample.time, 6),
                                    numberText(sample.driftAcceleration, 2))});
}

/// A gap that nothing moves, and that was not known beside the start: motions that begin slowly
/// open a door whose hinges are not quite on one axis far from there.
void RunMonitor::noteUnmoved(const Sample& sample) {
    const double known = std::max(posesApart * posesKnown_, driftOfGap * startDrift_);
    if (yields(spec_) || !(sample.driftUnmoved > known) || std::exchange(unmovedNoted_, true))
        return;
    notes_.push_back(
        {sample.time, MOMENTREE_TEXT("gap-unmoved",
                                     "at t = %1 s joints are apart by %2 of the mechanism's size, "
                                     "which no speed changes: lengths or angles seem to be "
                                     "rounded; write them with more decimals. Estimated errors do "
                                     "not contain what this moves")(
                          numberText(sample.time, 6), numberText(sample.driftUnmoved, 2))});
}

/// Without corrections, drift is expected.
StepStatus RunMonitor::checkDrift(const Sample& sample) {
    const double drift = sample.driftRelative;
    const double tolerable = std::max(tolerableDrift, driftOfGap * startDrift_);
    noteUnmoved(sample);
    if (!spec_.correction || drift <= tolerable) return StepStatus::Reached;
    // No shorter step closes what no joint speed changes.
    const bool lost = drift > lostDrift || sample.driftUnmoved > tolerable;
    if (lost && (!yields(spec_) || drift > apart)) return StepStatus::Contradiction;
    if (std::exchange(driftNoted_, true)) return StepStatus::Reached;
    if (yields(spec_)) {
        notes_.push_back(
            {sample.time, MOMENTREE_TEXT("soft-open",
                                         "at t = %1 s the joints are apart by %2 m; a shorter time "
                                         "constant, with a shorter step, holds them closer")(
                              numberText(sample.time, 6), numberText(sample.driftPosition, 3))});
        return StepStatus::Reached;
    }
    notes_.push_back(
        {sample.time, MOMENTREE_TEXT("drift-large",
                                     "at t = %1 s the joints are apart by %2 m; reduce the step "
                                     "or allow more iterations")(
                          numberText(sample.time, 6), numberText(sample.driftPosition, 3))});
    return StepStatus::Reached;
}

/// What the quadrature of the work and the start leave uncertain does not count.
StepStatus RunMonitor::checkBalance(const PowerBalance& balance, double time) {
    if (!follows_ && pushes(model_)) return StepStatus::Reached;  // samples miss their work
    double share = 0.0, off = std::abs(balance.balance());
    if (balance.mostKinetic() > unknownKinetic_ && balance.scale() > 0.0)
        share = (off - balance.uncertainty() - unknownWork_ - unknownOpening_ - unknownKinetic_) /
                balance.scale();
    if (conserves_ && energies_.all().size() > 1)
        for (const MechanismEnergy& own : energies_.all())
            if (const double lost = lostOf(own); lost > share * own.scale()) {
                share = lost / own.scale();
                off = std::abs(own.change());
            }
    // Where motions work, energies are infinite at the end of travel: the next step tells.
    const bool lostBefore = std::exchange(lost_, share > lostBalance);
    if (order_ != 1 && lost_ && (lostBefore || !needsPower_)) return StepStatus::BalanceLost;
    if (!balanceNoted_ &&
        share > (order_ == 0 || order_ > 2 ? tolerableBalance : tolerableSecondOrder)) {
        balanceNoted_ = true;
        if (rounded()) {
            notes_.push_back(
                {time, MOMENTREE_TEXT("balance-off-rounded",
                                      "at t = %1 s the energy differs from the work done by %2 J, "
                                      "%3 percent of the energy exchanged: loops that close only "
                                      "nearly cost energy; write lengths and angles with more "
                                      "decimals, or reduce the step if this does not help")(
                           numberText(time, 6), numberText(off, 3), numberText(100.0 * share, 2))});
            return StepStatus::Reached;
        }
        notes_.push_back(
            {time, MOMENTREE_TEXT("balance-off",
                                  "at t = %1 s the energy differs from the work done by %2 J, %3 "
                                  "percent of the energy exchanged; reduce the step or tighten "
                                  "the tolerances")(numberText(time, 6), numberText(off, 3),
                                                    numberText(100.0 * share, 2))});
    }
    return StepStatus::Reached;
}

}  // namespace momentree
