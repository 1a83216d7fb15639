// SPDX-License-Identifier: Apache-2.0
// What changes at events: impacts, coordinates that rest, joints that stick or slip.
#include <algorithm>

#include "core/math/index.hpp"
#include "core/model/held_stops.hpp"
#include "core/session/event_stepper.hpp"

namespace momentree {
namespace {

constexpr double sphereRounding = 1e-13;  ///< of a distance, relative to the sum of radii
constexpr std::size_t mostRecorded = 100'000;
constexpr int passesOfFriction = 4;  ///< changes of each joint before its friction counts as jammed

/// A gap that is rounding: a distance of spheres that touch is not exactly their radii.
double touching(const Stop& stop) { return stop.spheres ? sphereRounding * stop.bound : 0.0; }

}  // namespace

StepStatus EventStepper::handle(const Event& event) {
    if (event.time > begin_.time) accept();
    measure(begin_);
    const std::size_t test = toIndex(event.test), stops = model_->stops.size();
    if (test >= testOfContact(0)) return changeContact(test - testOfContact(0));
    if (test >= stops) {
        lookHere();
        const StepStatus status = settle(static_cast<int>(test - stops));
        if (status == StepStatus::Reached) lookHere();
        return status;
    }
    if (!held_.rests(test)) return hit(event.test);
    lookHere();
    std::vector<int> others = held_.resting();
    std::erase(others, event.test);
    const InitialState state = stateHere();
    setResting(std::move(others));
    arming_[test] = Arming::Leaving;
    zeno_[test].forget();
    StepStatus status = restart(state);
    if (status == StepStatus::Reached) status = settle();
    if (status == StepStatus::Reached) lookHere();
    return status;
}

/// Poses and velocities stay.
StepStatus EventStepper::changeContact(std::size_t contact) {
    lookHere();
    contacts_.change(contact);
    held_.touch(contacts_);
    iterations_ += integrator_->newtonIterations();
    if (!integrator_->start(held_.equations(), begin_.time, begin_.y))
        return StepStatus::NotConverged;
    measure(begin_);
    arming_[testOfContact(contact)] = Arming::Touching;
    if (contactEvents_.size() < mostRecorded)
        contactEvents_.push_back(
            {begin_.time, contacts_.name(contact), contacts_.touches(contact)});
    const StepStatus status = settle();
    if (status == StepStatus::Reached) lookHere();
    return status;
}

StepStatus EventStepper::hit(int event) {
    std::vector<ImpactSolver::Contact> contacts;
    std::vector<int> ending, resting;
    const std::vector<int> before = held_.resting();
    for (std::size_t k = 0; k < model_->stops.size(); ++k) {
        const int stop = static_cast<int>(k);
        const Gap gap = begin_.tests[k];
        const double rate = std::min(gap.rate, 0.0);
        if (held_.rests(k)) {
            contacts.push_back({.stop = stop});
        } else if (stop == event || (gap.rate <= 0.0 && gap.value - touching(model_->stops[k]) <=
                                                            -sameInstant * gap.rate)) {
            const double e = model_->stops[k].restitution;
            zeno_[k].add(begin_.time, rate, e * rate);
            const bool ends = zeno_[k].ends(step_);
            if (ends) ending.push_back(stop);
            contacts.push_back({stop, ends ? 0.0 : e, rate});
        }
    }
    lookHere();
    InitialState state = stateHere();
    collide(state, contacts);
    if (std::ranges::any_of(contacts, &ImpactSolver::Contact::blocked))
        return StepStatus::EndOfTravel;
    double fastest = 0.0;
    for (const ImpactSolver::Contact& c : contacts) fastest = std::max(fastest, -c.before);
    keepTogether(state, contacts, stillRate * fastest);
    for (const ImpactSolver::Contact& c : contacts) {
        const auto k = toIndex(c.stop);
        if (held_.rests(k) && c.after <= stillRate * fastest)
            resting.push_back(c.stop);
        else
            arming_[k] = Arming::Touching;  // what is pushed away may come back within the step
    }
    // What touched without speed may be pulled away by the others.
    for (const ImpactSolver::Contact& c : contacts)
        if (c.after > stillRate * fastest) std::erase(ending, c.stop);
    frictions_.loosen(state.bodies);
    setResting(std::move(resting));
    StepStatus status = restart(state);
    if (status != StepStatus::Reached) return status;
    for (const int stop : ending)
        if (const StepStatus rested = restAt(stop, state); rested != StepStatus::Reached)
            return rested;
    status = settle();
    if (status != StepStatus::Reached) return status;
    lookHere();
    for (const ImpactSolver::Contact& c : contacts)
        if (std::ranges::find(before, c.stop) == before.end()) record(c);
    return StepStatus::Reached;
}

/// Changes velocities, and adds the works.
void EventStepper::collide(InitialState& state, std::span<ImpactSolver::Contact> contacts) {
    impactWork_ += solver_.solve(begin_.time, state.bodies, contacts);
    for (const ImpactSolver::Contact& c : contacts) impactWorks_[toIndex(c.stop)] += c.work;
    for (std::size_t m = 0; m < model_->motions.size(); ++m)
        impactWorks_[model_->stops.size() + m] += solver_.motionWorks()[m];
}

/// Where all rebounds end, what rests already stays: in a corner, the last impacts on one side
/// would otherwise throw it off the other one, and both would take turns for ever.
void EventStepper::keepTogether(InitialState& state, std::span<ImpactSolver::Contact> contacts,
                                double slow) {
    double thrown = 0.0;
    for (const ImpactSolver::Contact& c : contacts)
        if (held_.rests(toIndex(c.stop))) thrown = std::max(thrown, c.after);
    const auto creeps = [&](const ImpactSolver::Contact& c) {
        const ZenoWatch& watch = zeno_[toIndex(c.stop)];
        return held_.rests(toIndex(c.stop)) || (watch.ends(step_) && watch.creeps(thrown, step_));
    };
    if (thrown <= slow || !std::ranges::all_of(contacts, creeps)) return;
    std::vector<ImpactSolver::Contact> together;
    for (const ImpactSolver::Contact& c : contacts)
        together.push_back({.stop = c.stop, .before = c.after, .held = true});
    collide(state, together);
    for (ImpactSolver::Contact& c : contacts) c.after = 0.0;
}

/// Touching without speed is no impact, unless the coordinate rests.
void EventStepper::record(const ImpactSolver::Contact& contact) {
    const bool rested = held_.rests(toIndex(contact.stop));
    const ZenoWatch& watch = zeno_[toIndex(contact.stop)];
    const double fastest = std::max(
        watch.fastest(), speedAt(model_->stops[toIndex(contact.stop)], held_.sample().bodies));
    if ((rested || -contact.before > stillRate * fastest) && impacts_.size() < mostRecorded)
        impacts_.push_back({begin_.time, contact.stop, -contact.before, contact.work, rested,
                            rested ? watch.left(step_) : 0.0});
}

/// Holds a coordinate at its stop, unless it is pulled away.
StepStatus EventStepper::restAt(int stop, const InitialState& state) {
    const std::vector<int> before = held_.resting();
    std::vector<int> all = before;
    all.push_back(stop);
    setResting(std::move(all));
    if (const StepStatus status = restart(state); status != StepStatus::Reached) return status;
    arming_[toIndex(stop)] = Arming::Armed;
    if (begin_.tests[toIndex(stop)].value > 0.0) return StepStatus::Reached;
    arming_[toIndex(stop)] = Arming::Leaving;
    zeno_[toIndex(stop)].forget();
    setResting(before);
    return restart(state);
}

/// Holds what touches without speed, so that the forces of the start are those at rest.
StepStatus EventStepper::restAtStart() {
    InitialState here = stateHere();
    std::vector<ImpactSolver::Contact> touching;
    for (std::size_t k = 0; k < model_->stops.size(); ++k) {
        const double least = stillRate * speedAt(model_->stops[k], here.bodies);
        if (arming_[k] == Arming::Touching && std::abs(begin_.tests[k].rate) <= least)
            touching.push_back({.stop = static_cast<int>(k)});
    }
    if (touching.empty()) return StepStatus::Reached;
    solver_.solve(begin_.time, here.bodies, touching);
    for (const ImpactSolver::Contact& contact : touching) {
        if (contact.blocked) continue;
        if (const StepStatus status = restAt(contact.stop, here); status != StepStatus::Reached)
            return status;
    }
    return StepStatus::Reached;
}

/// Gives every joint with friction its side: those at rest stick if their limits allow it. Joints
/// at rest change one at a time, the one that exceeds its limit most first, until the efforts of
/// those that stick and the accelerations of the others agree.
/// @param at the friction whose event it is, -1 for none
StepStatus EventStepper::settle(int at) {
    if (frictions_.empty()) return StepStatus::Reached;
    const InitialState state = stateHere();
    std::vector<Slipping> before;
    for (std::size_t j = 0; j < frictions_.size(); ++j) before.push_back(frictions_.side(j));
    const Eigen::MatrixXd S = mobilities(state);
    const std::vector<char> rests =
        frictions_.rest(at, at < 0 ? 0.0 : held_.effortOn(toIndex(at)), S, held_.sample());
    const int most = passesOfFriction * (static_cast<int>(frictions_.size()) + 1);
    for (int pass = 0;; ++pass) {
        frictions_.chooseHolds(S);
        setResting(held_.resting());
        if (const StepStatus status = restart(state); status != StepStatus::Reached) return status;
        std::vector<double> efforts;
        for (std::size_t j = 0; j < frictions_.size(); ++j) efforts.push_back(held_.effortOn(j));
        const int next = frictions_.inconsistent(rests, efforts, S, held_.sample());
        if (next < 0) break;
        if (pass == most) {
            problem_ = MOMENTREE_TEXT("friction-jams",
                                      "neither sticking nor slipping agrees with the friction "
                                      "'%1'; give it a 'speed'")(frictions_.name(toIndex(next)));
            return StepStatus::EndlessImpacts;
        }
        frictions_.change(toIndex(next), held_.effortOn(toIndex(next)), state.bodies);
    }
    for (std::size_t j = 0; j < frictions_.size(); ++j) {
        const Slipping side = frictions_.side(j);
        const bool loose = rests[j] != 0 && side != Slipping::Sticks;
        arming_[testOf(j)] = loose ? Arming::Leaving : Arming::Armed;
        if (side != before[j] && frictionEvents_.size() < mostRecorded)
            frictionEvents_.push_back({begin_.time, frictions_.loadOf(j), side});
    }
    return StepStatus::Reached;
}

/// Accelerations along all frictions by unit efforts on each, without what holds them.
Eigen::MatrixXd EventStepper::mobilities(const InitialState& state) const {
    std::vector<Stop> stops;
    for (const int stop : held_.resting()) stops.push_back(model_->stops[toIndex(stop)]);
    const auto model = stops.empty() ? model_ : withHeldStops(*model_, stops);
    ImpactSolver solver(*model);
    solver.hold(closureStructure(*model, state.bodies, begin_.time));
    return solver.mobilities(begin_.time, state.bodies, frictions_.axes(state.bodies));
}

}  // namespace momentree
