// SPDX-License-Identifier: Apache-2.0
#include "core/session/event_stepper.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <limits>
#include <utility>

#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double eventTolerance = 1e-12;  ///< [s]
constexpr double startTolerance = 1e-9;   ///< beyond a limit, relative to its value
/// Between two looks, without and with friction, whose work should be exact [steps].
constexpr std::int64_t longestPause = std::int64_t{1} << 40, pauseWithFriction = 1;
constexpr int mostEvents = 1000;  ///< in one step

/// The cubic through values and slopes at 0 and 1.
struct Hermite {
    double g0, r0, g1, r1;

    double at(double x) const {
        const double y = 1.0 - x;
        return y * y * ((1.0 + 2.0 * x) * g0 + x * r0) + x * x * ((1.0 + 2.0 * y) * g1 - y * r1);
    }
    /// Where it has a maximum (side 1) or minimum (side -1) in (0, 1), otherwise -1.
    double extreme(int side) const {
        const double a = 6.0 * (g0 - g1) + 3.0 * (r0 + r1),
                     b = 6.0 * (g1 - g0) - 4.0 * r0 - 2.0 * r1;
        const double root = b * b - 4.0 * a * r0;
        if (!(root >= 0.0)) return -1.0;
        // Its slope a x^2 + b x + r0 falls at a maximum.
        const double q = -0.5 * (b + (b < 0.0 ? -1.0 : 1.0) * std::sqrt(root));
        for (const double x : {q / a, r0 / q})
            if (x > 0.0 && x < 1.0 && (2.0 * a * x + b) * side < 0.0) return x;
        return -1.0;
    }
};

/// Of the limit or contact in the file, 0 if unknown.
int lineOf(const ModelDescription& description, const Stop& stop) {
    if (stop.joint < 0) {
        const auto force =
            std::ranges::find(description.forces, stop.name, &ForceDescription::name);
        return force == description.forces.end() ? 0 : int{force->line};
    }
    const auto& limits = description.joints[toIndex(stop.joint)].limits;
    const auto limit =
        std::ranges::find(limits, stop.coordinate + 1, &LimitDescription::coordinate);
    return limit == limits.end() ? 0 : int{limit->line};
}

}  // namespace

EventStepper::EventStepper(std::shared_ptr<const Model> model, double step, bool shortens,
                           HeldSystem::Make make, std::unique_ptr<Integrator<double>> integrator)
    : model_(std::move(model)),
      step_(step),
      shortens_(shortens),
      integrator_(std::move(integrator)),
      frictions_(*model_),
      contacts_(*model_),
      held_(model_, std::move(make)),
      zeno_(model_->stops.size()),
      solver_(*model_),
      firstImpactWork_(toIndex(ExchangeOrder(*model_).stops)),
      impactWorks_(model_->stops.size() + model_->motions.size(), 0.0),
      counted_(countedAngles(*model_)) {
    arming_.assign(testOfContact(contacts_.size()), Arming::Armed);
    setResting({});
}

/// A coordinate must start within its limits; it may start at one.
Result<void> EventStepper::initialise(const InitialState& initial) {
    solver_.hold(closureStructure(*model_, initial.bodies, initial.time));
    angles_ = anglesOf(counted_, initial);
    angles_.resize(counted_.all.size());
    for (Instant* instant : {&begin_, &end_}) instant->tests.resize(arming_.size());
    if (auto started = startAt(initial); !started) return started;
    beginContacts();
    for (std::size_t k = 0; k < model_->stops.size(); ++k) {
        const Stop& stop = model_->stops[k];
        const double gap = begin_.tests[k].value;
        const double slack =
            startTolerance * std::max(std::abs(stop.bound), stop.turns ? 1.0 : std::abs(gap));
        if (gap < -slack)
            return fail(
                error(stop.joint >= 0 ? Place::joint(stop.name) : Place::force(stop.name),
                      MOMENTREE_TEXT("start-beyond-limit",
                                     "starts %1 beyond its limit %2; change the start or "
                                     "the limit")(numberText(-gap, 6), numberText(stop.bound, 6)),
                      lineOf(model_->description, stop)));
        if (gap <= slack) arming_[k] = Arming::Touching;
    }
    const std::vector<Arming> arming = arming_;
    if (restAtStart() != StepStatus::Reached) {
        arming_ = arming;
        setResting({});
        if (auto started = startAt(initial); !started) return started;
    }
    if (settle() == StepStatus::Reached) return {};
    return fail(error(Place::run(), problem_.value_or(MOMENTREE_TEXT(
                                        "friction-start", "the friction has no start"))));
}

void EventStepper::beginContacts() {
    if (contacts_.empty()) return;
    contacts_.begin(held_.sample());
    held_.touch(contacts_);
    measure(begin_);
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        if (begin_.tests[testOfContact(k)].value == 0.0)
            arming_[testOfContact(k)] = Arming::Touching;
}

Result<void> EventStepper::startAt(const InitialState& state) {
    begin_.time = state.time;
    OdeSystem<double>& system = held_.equations();
    begin_.y.setZero(system.size());
    if (auto started = system.start(state, begin_.y); !started) return started;
    iterations_ += integrator_->newtonIterations();
    if (auto started = integrator_->start(system, begin_.time, begin_.y); !started) return started;
    measure(begin_);
    return {};
}

void EventStepper::setResting(std::vector<int> stops) {
    if (held_.hold(std::move(stops), frictions_, contacts_)) trace(tracer_);
}

bool EventStepper::isHeld(std::size_t test) const {
    if (test < testOf(0)) return held_.rests(test);
    return test < testOfContact(0) && held_.sticks(test - testOf(0));
}

void EventStepper::measure(Instant& instant) {
    held_.measure(instant.time, instant.y);
    const Sample& sample = held_.sample();
    for (std::size_t k = 0; k < model_->stops.size(); ++k) {
        const Stop& stop = model_->stops[k];
        if (held_.rests(k)) {
            const double effort = held_.effortAt(k);
            instant.tests[k] = {stop.side < 0 ? effort : -effort, 0.0};
        } else {
            instant.tests[k] = gapOf(stop, sample);
        }
    }
    for (std::size_t j = 0; j < frictions_.size(); ++j)
        instant.tests[testOf(j)] = frictions_.test(j, sample, held_.effortOn(j));
    for (std::size_t c = 0; c < contacts_.size(); ++c)
        instant.tests[testOfContact(c)] = contacts_.test(c, sample);
}

void EventStepper::observe(Sample& out) {
    held_.observe(begin_.time, begin_.y, out);
    out.impactWork = impactWork_;
    for (std::size_t k = 0; k < impactWorks_.size(); ++k)
        out.exchanges[firstImpactWork_ + k].impacts = impactWorks_[k];
}

bool EventStepper::watch(std::function<std::int64_t()> look) {
    look_ = std::move(look);
    return true;
}

/// Angles that are not coordinates of joints, nor turn with one, are followed from step to step.
void EventStepper::followAngles() {
    std::vector<BodyKinematics<double>> bodies;
    for (std::size_t a = toIndex(counted_.joints); a < angles_.size(); ++a) {
        const CountedAngle& own = counted_.all[a];
        if (own.hinge >= 0) continue;
        if (bodies.empty()) bodies = kinematicsOf(held_.sample().bodies);
        angles_[a] = withTurns(angleOf<double>(own, bodies), angles_[a]);
    }
}

/// `begin_` must have been measured last.
InitialState EventStepper::stateHere() const {
    const Sample& sample = held_.sample();
    std::vector<double> known(toIndex(counted_.joints), 0.0);
    for (std::size_t a = 0; a < known.size(); ++a) {
        const std::size_t joint = toIndex(counted_.all[a].joint);
        const int first = firstAngle(model_->joints[joint].kind);
        known[a] = sample.joints[joint].q[toIndex(first) + a - toIndex(counted_.ofJoint[joint])];
    }
    std::vector<double> near = anglesNear(counted_, kinematicsOf(sample.bodies), known);
    for (std::size_t a = 0; a < near.size(); ++a) {
        if (a < known.size())
            near[a] = known[a];
        else if (counted_.all[a].hinge < 0)
            near[a] = withTurns(near[a], angles_[a]);
    }
    near.insert(near.end(), sample.controllers.begin(), sample.controllers.end());
    return {sample.bodies, std::move(near), begin_.time};
}

Progress EventStepper::advance(double until, std::stop_token stop) {
    clock_.start();
    Progress progress;
    if (until > begin_.time) {
        plan_.aim(begin_.time, until, step_);
        while (!plan_.finished()) {
            progress.status = stop.stop_requested() ? StepStatus::Stopped : stepTo(plan_.next());
            if (progress.status != StepStatus::Reached) break;
            plan_.advance();
            ++progress.steps;
            if (look_ && --untilLook_ == 0) {
                untilLook_ = std::min(look_(), longestLook_);
                longestLook_ = std::min(2 * longestLook_,
                                        frictions_.empty() ? longestPause : pauseWithFriction);
            }
        }
    }
    if (progress.status != StepStatus::Reached && progress.status != StepStatus::Stopped) {
        progress.body = failedBody_;
        progress.closureRow = failedRow_;
    }
    progress.time = begin_.time;
    progress.moved = std::exchange(moved_, 0.0);
    clock_.lap(Phase::Integrate);
    return progress;
}

StepStatus EventStepper::stepTo(double time) {
    StepStatus status = StepStatus::Reached;
    for (int events = 0; status == StepStatus::Reached && begin_.time < time;) {
        Event first{-1, partEnd(time)};
        status = goTo(first.time);
        if (status == StepStatus::Reached) status = firstEvent(first);
        if (status != StepStatus::Reached) break;
        if (first.test < 0) {
            accept();
            continue;
        }
        if (events++ == mostEvents) return endless(first);
        status = handle(first);
    }
    return status;
}

/// Where the next part of a step to `time` ends.
double EventStepper::partEnd(double time) {
    if (contacts_.empty()) return time;
    const double rest = time - begin_.time;
    const double part = contacts_.longestPart(held_.sample(), step_, shortens_);
    if (part >= rest) return time;
    return begin_.time + (2.0 * part > rest ? 0.5 * rest : part);
}

/// Continues from where the integrator is.
StepStatus EventStepper::goTo(double time) {
    const Progress progress = integrator_->advance(time, {}, clock_);
    moved_ = std::max(moved_, progress.moved);
    if (progress.status != StepStatus::Reached) {
        failedBody_ = progress.body;
        failedRow_ = progress.closureRow;
        return progress.status;
    }
    end_.time = time;
    end_.y = integrator_->state();
    measure(end_);
    return StepStatus::Reached;
}

/// Repeats the step from its begin.
StepStatus EventStepper::tryTo(double time) {
    iterations_ += integrator_->newtonIterations();
    if (!integrator_->start(held_.equations(), begin_.time, begin_.y))
        return StepStatus::NotConverged;
    return goTo(time);
}

/// What was tried last is the state now.
void EventStepper::accept() {
    std::swap(begin_, end_);
    for (std::size_t k = 0; k < arming_.size(); ++k)
        if (arming_[k] != Arming::Armed)
            arming_[k] = begin_.tests[k].value > 0.0 ? Arming::Armed : Arming::Touching;
    followAngles();
}

/// Makes `first` the earliest event before its time, if there is one, and tries its time.
StepStatus EventStepper::firstEvent(Event& first) {
    for (std::size_t k = 0; k < arming_.size(); ++k) {
        const int test = static_cast<int>(k);
        Bracket bracket{begin_.time, first.time, false};
        StepStatus status = findBracket(test, bracket);
        if (status == StepStatus::Reached && bracket.holds) {
            first = {test, bracket.from};
            if (bracket.from < bracket.to) status = locate(test, bracket, first.time);
        }
        if (status == StepStatus::Reached && first.time > begin_.time && end_.time != first.time)
            status = tryTo(first.time);
        if (status != StepStatus::Reached) return status;
        if (first.time <= begin_.time) break;
    }
    return StepStatus::Reached;
}

/// Narrows [from, to] to one that holds the first event of a test. A coordinate that has not left
/// its stop since the last event has its event at the begin.
StepStatus EventStepper::findBracket(int test, Bracket& bracket) {
    const auto k = toIndex(test);
    const Gap from = begin_.tests[k], to = end_.tests[k];
    const double h = end_.time - begin_.time;
    if (arming_[k] == Arming::Leaving) return StepStatus::Reached;
    if (arming_[k] == Arming::Armed && to.value < 0.0) {
        bracket.holds = true;
        return StepStatus::Reached;
    }
    const bool touching = arming_[k] == Arming::Touching;
    if (isHeld(k) || touching == (to.value >= 0.0)) return StepStatus::Reached;
    if (touching && std::isnan(from.rate)) return findPositive(k, bracket);
    // Up and down again within the step, or down and up.
    const Hermite cubic{touching ? 0.0 : from.value, h * from.rate, to.value, h * to.rate};
    const double x = cubic.extreme(touching ? 1 : -1);
    if (touching && (x < 0.0 || from.rate <= 0.0)) {
        bracket = {begin_.time, begin_.time, true};
        return StepStatus::Reached;
    }
    if (x < 0.0 || (!touching && cubic.at(x) >= 0.0)) return StepStatus::Reached;
    const double middle = begin_.time + x * h;
    const StepStatus status = tryTo(middle);
    if (status != StepStatus::Reached) return status;
    const double value = end_.tests[k].value;
    if (touching)
        bracket = value > 0.0 ? Bracket{middle, bracket.to, true, value}
                              : Bracket{begin_.time, begin_.time, true};
    else if (value < 0.0)
        bracket = {begin_.time, middle, true};
    return StepStatus::Reached;
}

/// The same for a test that is zero at the begin and negative at the end, and whose rate is
/// unknown: of the first half, quarter and so on, one at whose end it is positive.
StepStatus EventStepper::findPositive(std::size_t test, Bracket& bracket) {
    for (double part = 0.5 * (bracket.to - begin_.time); part > eventTolerance; part *= 0.5) {
        const StepStatus status = tryTo(begin_.time + part);
        if (status != StepStatus::Reached) return status;
        if (end_.tests[test].value > 0.0) {
            bracket = {end_.time, begin_.time + 2.0 * part, true, end_.tests[test].value};
            return StepStatus::Reached;
        }
    }
    bracket = {begin_.time, begin_.time, true};
    return StepStatus::Reached;
}

/// Finds the instant in a bracket by repeating the step up to it.
StepStatus EventStepper::locate(int test, const Bracket& bracket, double& time) {
    const auto k = toIndex(test);
    StepStatus status = StepStatus::Reached;
    const auto valueAt = [&](double t) {
        if (status == StepStatus::Reached && t != end_.time) status = tryTo(t);
        return status == StepStatus::Reached ? end_.tests[k].value : 0.0;
    };
    const double last = valueAt(bracket.to);
    const double first = bracket.from > begin_.time ? bracket.value : begin_.tests[k].value;
    time = bracket.from;
    if (status != StepStatus::Reached || !(first > 0.0)) return status;
    time = bracket.to;
    if (!(last < 0.0)) return status;  // an adaptive method that came elsewhere by other steps
    std::uintmax_t most = 200;
    const double least =
        std::max(eventTolerance, 4.0 * std::numeric_limits<double>::epsilon() * bracket.to);
    const auto found = boost::math::tools::toms748_solve(
        valueAt, bracket.from, bracket.to, first, last,
        [least](double a, double b) { return b - a <= least; }, most);
    time = found.first;
    return status;
}

StepStatus EventStepper::restart(const InitialState& state) {
    return startAt(state) ? StepStatus::Reached : StepStatus::Singular;
}

void EventStepper::lookHere() {
    if (look_) look_();
    untilLook_ = longestLook_ = 1;  // what comes is not what came before
}

StepStatus EventStepper::endless(const Event& event) {
    const std::size_t stops = model_->stops.size(), contacts = testOfContact(0);
    if (const std::size_t test = toIndex(event.test); test >= contacts) {
        problem_ = MOMENTREE_TEXT("endless-contact",
                                  "'%1' begins and ends to touch more than %2 times within a step "
                                  "of %3 s; use a shorter step, or a lower stiffness")(
            contacts_.name(test - contacts), mostEvents, numberText(step_, 6));
        return StepStatus::EndlessImpacts;
    } else if (test >= stops) {
        problem_ = MOMENTREE_TEXT("endless-friction",
                                  "the friction '%1' changes more than %2 times within a step of "
                                  "%3 s; give it a 'speed'")(frictions_.name(test - stops),
                                                             mostEvents, numberText(step_, 6));
        return StepStatus::EndlessImpacts;
    }
    const Stop& stop = model_->stops[toIndex(event.test)];
    problem_ =
        MOMENTREE_TEXT("endless-impacts",
                       "'%1' met its limit %2 more than %3 times within a step of %4 s; give "
                       "the limit or contact a stiffness instead of a restitution")(
            stop.name, numberText(stop.bound, 6), mostEvents, numberText(step_, 6));
    return StepStatus::EndlessImpacts;
}

std::int64_t EventStepper::newtonIterations() const {
    return iterations_ + integrator_->newtonIterations();
}

void EventStepper::trace(Tracer* tracer) {
    tracer_ = tracer;
    if (auto* system = dynamic_cast<Traceable*>(&held_.equations())) system->trace(tracer);
}

bool EventStepper::traceable() const {
    return dynamic_cast<const Traceable*>(&held_.equations()) != nullptr;
}

bool EventStepper::evaluate() {
    OdeSystem<double>& system = held_.equations();
    Eigen::VectorXd rates(system.size());
    clock_.start();
    system.derivative(begin_.time, begin_.y, rates, clock_);
    return true;
}

}  // namespace momentree
