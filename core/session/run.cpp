// SPDX-License-Identifier: Apache-2.0
#include "core/session/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dynamics/endless_force.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/structural_rank.hpp"
#include "core/kinematics/travel.hpp"
#include "core/math/index.hpp"
#include "core/number_text.hpp"
#include "core/session/built_in.hpp"
#include "core/session/controller.hpp"
#include "core/session/default_step.hpp"
#include "core/session/impact_notes.hpp"
#include "core/session/law_jumps.hpp"
#include "core/session/pace_notes.hpp"
#include "core/session/refusals.hpp"
#include "core/session/run_limits.hpp"
#include "core/session/run_origin.hpp"

namespace momentree {
namespace {

/// Sine of the angle between a disc and its plane in the last sample of a run that ends flat.
constexpr double fallingDisc = 0.1;
constexpr double roundedAway = 1e-2;  ///< gap relative to the size, due to rounded lengths
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::size_t rowsWithin(std::size_t budget, int width) {
    return std::max(budget / (sizeof(double) * static_cast<std::size_t>(width)), fewestThinnedRows);
}

Message boardStopped(const std::string& time, const Message& problem) {
    return MOMENTREE_TEXT("board-stopped-because",
                          "the board stopped at t = %1 s: %2; the samples received so far are "
                          "kept")(time, problem);
}

/// The first body with an infinite kinetic energy, whose velocities may be finite; -1 if there is
/// none.
int unboundedBody(std::span<const BodyState> bodies) {
    const auto found = std::ranges::find_if(bodies, [](const BodyState& body) {
        return !std::isfinite(body.v.squaredNorm() + body.w.squaredNorm());
    });
    return found == bodies.end() ? -1 : static_cast<int>(found - bodies.begin());
}

/// Leaves only what follows from poses. Speeds grow as one over the root of the time to the end of
/// the travel, forces and powers faster: where a run stops, this time is known only to its order.
void keepPoses(Sample& sample) {
    for (BodyState& body : sample.bodies) {
        body.v.setConstant(unknown);
        body.w.setConstant(unknown);
    }
    for (Vec6<double>& acceleration : sample.accelerations) acceleration.setConstant(unknown);
    for (Sample::JointSample& joint : sample.joints) {
        joint.u.fill(unknown);
        joint.reaction.setConstant(unknown);
    }
    std::ranges::fill(sample.motionEfforts, unknown);
    std::ranges::fill(sample.couplingEfforts, unknown);
    std::ranges::fill(sample.exchanges, Exchange{unknown, unknown});
    sample.kinetic = sample.power = sample.driftVelocity = sample.driftAcceleration = unknown;
}

}  // namespace

Run::Run(RunSetup setup)
    : model_(std::move(setup.model)),
      spec_(std::move(setup.spec)),
      layout_(*model_),
      columns_(*model_, layout_),
      stepper_(std::move(setup.stepper)),
      errors_(setup.check == ErrorCheck::Alongside ? std::move(setup.errors) : nullptr),
      errorsAtEnd_(std::move(setup.errors)),
      monitor_(*model_, spec_),
      signs_(setup.start),
      begin_(setup.start.time),
      next_(samplesUntil(begin_, spec_.sample) + 1),
      last_(sampleCount(spec_)),
      time_(begin_) {
    // The first row, plus one row for a failure at the end.
    const std::size_t wanted = static_cast<std::size_t>(last_ - next_) + 3;
    const std::size_t fits = setup.budget > 0 ? rowsWithin(setup.budget, layout_.width()) : wanted;
    thins_ = fits < wanted;
    const std::size_t capacity = std::min(wanted, fits);
    const Controller* controller = controllerOf(*stepper_);
    const RunOrigin origin{model_, spec_,
                           setup.continues ? std::optional(std::move(setup.start)) : std::nullopt,
                           errors_ ? errors_->begin(capacity) : nullptr,
                           controller ? controller->identity() : std::string()};
    recording_ = std::make_shared<Recording>(
        layout_.width(), capacity, std::make_shared<const RunOrigin>(origin),
        thins_ ? Recording::Blocks::Apart : Recording::Blocks::Together);
    sample_.resize(*model_);
    record({});
    recordClock_.reset();
    followPower();
}

/// The balance of energy and work needs states at the intervals of the steps.
void Run::followPower() {
    if (!monitor_.needsPower()) return;
    between_ = sample_;
    between_.accelerations.clear();
    between_.joints.clear();
    between_.couplingEfforts.clear();
    between_.probes.clear();
    const bool follows = stepper_->watch([this] {
        stepper_->observe(between_);
        between_.time += begin_;
        return monitor_.follow(between_);
    });
    if (follows) monitor_.follow(sample_);
}

std::vector<RunNote> Run::notes() const {
    std::vector<RunNote> all = monitor_.notes();
    if (errors_) {
        std::erase_if(all, [](const RunNote& n) { return n.text.id == "phase-off"; });
        const std::vector<RunNote> ofErrors = errors_->notes();
        all.insert(all.end(), ofErrors.begin(), ofErrors.end());
    } else if (!monitor_.rounded()) {
        // Where rounded lengths open the loops, poses move by more than the speeds say.
        addPaceNotes(*model_, *stepper_, spec_, begin_, all);
    }
    addImpactNotes(*model_, stepper_->impacts(), begin_, all);
    if (const auto* events = dynamic_cast<const EventStepper*>(stepper_.get()))
        addFrictionNotes(*model_, events->frictionEvents(), begin_, all);
    return all;
}

void Run::checkErrors(const std::stop_token& stop) {
    if (!errorsAtEnd_ || !finished() || failure_) return;
    const double work = static_cast<double>(steps_) * static_cast<double>(model_->bodies.size());
    const double until =
        work <= mostChecked ? time_ : begin_ + (time_ - begin_) * mostChecked / work;
    const bool any = recording_->size() > 1 && recording_->at(1, 0) <= until;
    if (any && errorsAtEnd_->follow(*recording_, layout_, begin_, until, stop))
        errors_ = std::move(errorsAtEnd_);
    errorsAtEnd_.reset();
}

std::optional<ErrorFigures> Run::errors() const {
    return errors_ ? std::optional(errors_->figures()) : std::nullopt;
}

Result<std::unique_ptr<Run>> Run::create(const Catalogue& catalogue,
                                         std::shared_ptr<const Model> model, const RunSpec& spec,
                                         const SetupOptions& options) {
    if (model->inputs) {
        auto own = std::make_shared<Model>(*model);
        own->inputs = std::make_shared<std::vector<double>>(*model->inputs);
        model = std::move(own);
    }
    auto setup = setUpRun(catalogue, std::move(model), spec, options);
    if (!setup) return tl::unexpected(std::move(setup.error()));
    return std::make_unique<Run>(std::move(*setup));
}

std::optional<Message> Run::setInput(const std::string& column, double value) {
    const auto probe = std::ranges::find_if(
        model_->probes, [&](const Probe& p) { return p.input >= 0 && p.what.column == column; });
    if (probe == model_->probes.end())
        return MOMENTREE_TEXT("input-unknown", "there is no input '%1'")(column);
    if (!std::isfinite(value))
        return MOMENTREE_TEXT("input-not-finite", "input '%1' must be finite")(column);
    if (auto refused = inputRefusal(spec_)) return refused;
    (*model_->inputs)[toIndex(probe->input)] = value;
    errorsAtEnd_.reset();  // the second run would not be set at the same times
    return std::nullopt;
}

double Run::sampleTime(std::int64_t index) const {
    return index >= last_ ? spec_.duration : static_cast<double>(index) * spec_.sample;
}

Progress Run::advance(std::stop_token stop) {
    return advanceTo(sampleTime(next_), std::move(stop));
}

Progress Run::advanceTo(double target, std::stop_token stop) {
    if (failure_) return *failure_;
    if (errors_ && !errors_->advance(target - begin_, stop)) return {StepStatus::Stopped, time_};
    Progress progress = stepper_->advance(target - begin_, std::move(stop));
    const bool reached = progress.status == StepStatus::Reached;
    // Avoids rounding in the conversion to the stepper's time and back.
    progress.time = reached && begin_ > 0.0 ? target : progress.time + begin_;
    const bool moved = progress.time > time_;
    time_ = progress.time;
    steps_ += progress.steps;
    stepsSinceRow_ += progress.steps;
    if (reached) {
        progress.status = record(progress);
        if (progress.status == StepStatus::NotFinite) progress.body = unboundedBody(sample_.bodies);
        if (progress.status != StepStatus::Reached) failure_ = progress;
        ++next_;
    } else if (progress.status != StepStatus::Stopped && progress.status != StepStatus::LinkLost) {
        if (endsTravel(progress.status)) progress.status = StepStatus::EndOfTravel;
        failure_ = progress;
        if (moved) record(progress);
    }
    return progress;
}

/// Integrators that cannot go on say nothing of the reason, and implicit ones fail before it.
bool Run::endsTravel(StepStatus status) {
    const bool unknown = status == StepStatus::NotConverged || status == StepStatus::StepTooSmall ||
                         status == StepStatus::StepTooLong;
    if (!unknown || model_->motions.empty()) return false;
    stepper_->observe(sample_);
    return !closesLater(*model_, time_, sample_.bodies, 2.0 * spec_.step);
}

std::span<double> Run::nextRow() {
    if (thins_ && recording_->full()) recording_ = recording_->thinned();
    return recording_->nextRow();
}

std::array<PhaseClock::Total, phaseCount> Run::phases() const {
    std::array<PhaseClock::Total, phaseCount> all;
    for (std::size_t p = 0; p < phaseCount; ++p) all[p] = stepper_->phases()[static_cast<Phase>(p)];
    all[static_cast<std::size_t>(Phase::Record)] = recordClock_[Phase::Record];
    return all;
}

StepStatus Run::record(const Progress& progress) {
    recordClock_.start();
    stepper_->observe(sample_);
    if (errors_) errors_->record(sample_, time_);
    if (begin_ > 0.0) sample_.time = time_;
    signs_.applyTo(*model_, sample_);
    StepStatus status = StepStatus::Reached;
    const bool ends = progress.status == StepStatus::EndOfTravel;
    if (ends) {
        keepPoses(sample_);
    } else {
        monitor_.computesWith(stepper_->rounding());
        status = monitor_.check(sample_, progress);
        monitor_.writeWorks(sample_);
    }
    evaluateProbes(*model_, sample_);
    const std::span<double> row = nextRow();
    if (row.empty()) {
        recordClock_.lap(Phase::Record);
        return status;
    }
    layout_.write(sample_, row);
    columns_.write(sample_, row);
    const auto perStep = [this](std::int64_t total, std::int64_t& before) {
        const auto gained = static_cast<double>(total - std::exchange(before, total));
        return stepsSinceRow_ > 0 ? gained / static_cast<double>(stepsSinceRow_) : 0.0;
    };
    recordClock_.lap(Phase::Record);
    const auto totals = phases();
    for (std::size_t p = 0; p < phaseCount; ++p)
        row[static_cast<std::size_t>(layout_.phase(static_cast<Phase>(p)))] =
            perStep(totals[p].ns, phasesBefore_[p]);
    row[static_cast<std::size_t>(layout_.newton())] =
        perStep(stepper_->newtonIterations(), iterationsBefore_);
    row[static_cast<std::size_t>(layout_.balance())] = ends ? unknown : monitor_.balance();
    stepsSinceRow_ = 0;
    recording_->commit();
    return status;
}

Message Run::failure(const Progress& progress) const {
    const std::string time = numberText(progress.time, 6);
    const bool adaptive = isAdaptive(spec_.integrator);
    const auto smaller = [&]() -> Message {
        if (adaptive) return MOMENTREE_TEXT("try-tighter-tolerances", "tighten the tolerances");
        const ContactAdvice& contacts = monitor_.contacts();
        if (const double longest = contacts.longest();
            spec_.step > longest && longest > shortestAdvice)
            return MOMENTREE_TEXT("try-step-of-contact",
                                  "use steps of at most %1 s, which the friction of contact '%2' "
                                  "needs, or a higher 'slip'")(numberText(roundedDown(longest), 6),
                                                               contacts.contact());
        const std::string step = numberText(spec_.step, 6);
        if (!ownerOf(spec_.integrator).empty())
            return MOMENTREE_TEXT("try-smaller-step-or-formulation",
                                  "reduce the step below %1 s, or use another formulation")(step);
        return MOMENTREE_TEXT("try-smaller-step",
                              "reduce the step below %1 s, or use cvode-adams")(step);
    };
    const auto motions = [&]() -> Message {
        std::string names;
        const std::vector<int> around = motionsAround(*model_, progress.closureRow);
        for (const int k : around)
            names += (names.empty() ? "'" : ", '") +
                     model_->motions[static_cast<std::size_t>(k)].name + "'";
        if (names.empty()) return MOMENTREE_TEXT("no-motion", "no motion");
        if (around.size() == 1) return MOMENTREE_TEXT("motion-named", "motion %1")(names);
        return MOMENTREE_TEXT("motions-named", "motions %1")(names);
    };
    if (progress.status == StepStatus::NotConverged || progress.status == StepStatus::StepTooSmall)
        if (const std::string force = firstJumpingForce(*model_); !force.empty())
            return MOMENTREE_TEXT("run-force-jumps",
                                  "%1 cannot continue at t = %2 s: force '%3' jumps where its "
                                  "input changes its sign, and may hold the motion there; write "
                                  "tanh(u/0.001) in place of sign(u), with a width that suits the "
                                  "speeds, or give the force a friction")(spec_.integrator, time,
                                                                          force);
    switch (progress.status) {
        case StepStatus::Reached:
        case StepStatus::Stopped:
            break;
        case StepStatus::NotFinite:
            if (const auto disc = flattestDisc(*model_, kinematicsOf(sample_.bodies));
                disc.sine < fallingDisc)
                return MOMENTREE_TEXT("disc-fell-flat",
                                      "the disc of '%1' fell flat at t = %2 s, where it has no "
                                      "point of contact")(model_->joints[toIndex(disc.joint)].name,
                                                          time);
            if (const auto endless =
                    endlessForce(*model_, progress.time, sample_.bodies, spec_.step))
                return *endless;
            if (!std::isfinite(monitor_.balance()))
                return MOMENTREE_TEXT("some-force-not-finite",
                                      "a force had no finite value shortly before t = %1 s: a law "
                                      "divides by zero or takes the root of a negative number, or "
                                      "a bushing turned by more than 3 rad; rows at shorter "
                                      "intervals show which")(time);
            if (const std::string friction = firstReactionFriction(*model_); !friction.empty())
                return MOMENTREE_TEXT(
                    "friction-may-jam",
                    "the motion ended at t = %1 s, where its state is no longer finite: a joint "
                    "with friction by its reaction ('%2') may jam, for which there is no single "
                    "friction force; lower its coefficient, or %3")(time, friction, smaller());
            if (progress.body < 0)
                return MOMENTREE_TEXT("motion-diverged",
                                      "the motion diverged at t = %1 s: its state is no longer "
                                      "finite; %2")(time, smaller());
            return MOMENTREE_TEXT(
                "body-diverged",
                "body '%1' diverged at t = %2 s: its state is no longer finite; %3")(
                model_->bodies[static_cast<std::size_t>(progress.body)].name, time, smaller());
        case StepStatus::EndOfTravel:
            return MOMENTREE_TEXT("run-end-of-travel",
                                  "the mechanism reached the end of its travel at t = %1 s (%2): "
                                  "the closures cannot be met beyond; change the motion or the "
                                  "lengths")(time, motions());
        case StepStatus::Contradiction:
            if (yields(spec_))
                return MOMENTREE_TEXT(
                    "run-soft-apart",
                    "from t = %1 s on joints are apart by more than the size of "
                    "the mechanism: its soft constraints do not hold it; choose a "
                    "shorter time constant, with a shorter step, or another "
                    "formulation")(time);
            if (model_->motions.empty() && monitor_.rounded())
                return MOMENTREE_TEXT("run-rounded-contradiction",
                                      "the loops, which close only within a tolerance, cannot be "
                                      "closed from t = %1 s on: write lengths and angles with more "
                                      "decimals, or reduce the step")(time);
            // Hinges that are not quite on one axis, for example, open a door by more the more it
            // turns.
            if (const double open = sample_.driftRelative;
                open > model_->description.assemblyTolerance && open < roundedAway)
                return MOMENTREE_TEXT("run-contradiction-small",
                                      "from t = %1 s on nothing closes the loops (%2): joints are "
                                      "apart by %3 of the mechanism's size. If lengths or angles "
                                      "are rounded, write more decimals or raise "
                                      "'assembly_tolerance'; otherwise change or remove a motion "
                                      "or a joint")(time, motions(), numberText(open, 2));
            return MOMENTREE_TEXT("run-contradiction",
                                  "the closures contradict each other from t = %1 s on (%2): no "
                                  "motion of the mechanism satisfies all of them; change or "
                                  "remove a motion or a joint, or reduce the step")(time,
                                                                                    motions());
        case StepStatus::StepTooLong:
            return MOMENTREE_TEXT("run-step-too-long",
                                  "the step is too long for the speeds at t = %1 s; %2")(time,
                                                                                         smaller());
        case StepStatus::BalanceLost:
            return MOMENTREE_TEXT("run-balance-lost",
                                  "the energy no longer agrees with the work done at t = %1 s "
                                  "(balance %2 J): the motion is wrong; %3")(
                time, numberText(monitor_.balance(), 3), smaller());
        case StepStatus::Singular:
            return MOMENTREE_TEXT("run-singular",
                                  "the equations of motion are singular at t = %1 s: '%2' cannot "
                                  "pass through this configuration; try lagrange-index1, or a "
                                  "start without aligned links")(time, spec_.formulation);
        case StepStatus::NotConverged:
            return MOMENTREE_TEXT("run-not-converged", "%1 did not converge at t = %2 s; %3")(
                spec_.integrator, time,
                adaptive
                    ? Message(MOMENTREE_TEXT("try-looser-tolerances",
                                             "try looser tolerances, or rk4 with a small step"))
                    : smaller());
        case StepStatus::StepTooSmall:
            return MOMENTREE_TEXT("run-step-too-small",
                                  "%1 needs steps too small to continue at t = %2 s; try looser "
                                  "tolerances, cvode-bdf for stiff forces, or look for a jump in "
                                  "a force or motion")(spec_.integrator, time);
        case StepStatus::BoardFlag:
            if (const auto problem = stepper_->problem()) return boardStopped(time, *problem);
            break;
        case StepStatus::EndlessImpacts:
            return MOMENTREE_TEXT("run-endless-events", "the motion ended at t = %1 s: %2")(
                time, stepper_->problem().value_or(Message()));
        case StepStatus::LinkLost:
            if (const auto problem = stepper_->problem())
                return MOMENTREE_TEXT("link-lost-because",
                                      "the link to the board was lost at t = %1 s: %2; the samples "
                                      "received so far are kept")(time, *problem);
            return MOMENTREE_TEXT("link-lost",
                                  "the link to the board was lost at t = %1 s; the samples "
                                  "received so far are kept")(time);
    }
    return MOMENTREE_TEXT("run-stopped", "stopped at t = %1 s")(time);
}

}  // namespace momentree
