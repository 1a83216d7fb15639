// SPDX-License-Identifier: Apache-2.0
// What changes at events: impacts, coordinates that rest, joints that stick or slip.
#include <algorithm>

#include "core/dynamics/sticking.hpp"
#include "core/math/index.hpp"
#include "core/model/held_stops.hpp"
#include "core/session/event_stepper.hpp"

namespace momentree {
namespace {

constexpr double simultaneous = 1e-10;    ///< events closer than this are one [s]
constexpr double sphereRounding = 1e-13;  ///< of a distance, relative to the sum of radii
constexpr std::size_t mostRecorded = 100'000;
constexpr double still = 1e-9;       ///< rates relative to that of the impact
constexpr double exceeded = 1e-9;    ///< of the limit of friction, relative to it
constexpr double dependent = 1e-9;   ///< a motion that others prevent, relative to without them
constexpr int passesOfFriction = 4;  ///< changes of each joint before its friction counts as jammed

/// A gap that is rounding: a distance of spheres that touch is not exactly their radii.
double touching(const Stop& stop) { return stop.spheres ? sphereRounding * stop.bound : 0.0; }

/// Of the two sides of a stop, with which its rate is compared.
double speedAt(const Stop& stop, std::span<const BodyState> bodies) {
    const std::vector<BodyKinematics<double>> at = kinematicsOf(bodies);
    const MarkerKinematics<double> A = markerKinematics(stop.A, std::span(at)),
                                   B = markerKinematics(stop.B, std::span(at));
    return stop.turns ? A.w.norm() + B.w.norm() : A.v.norm() + B.v.norm();
}

Slipping sideOf(double rate) { return rate > 0.0 ? Slipping::Forward : Slipping::Backward; }

Eigen::Index toEigen(std::size_t index) { return static_cast<Eigen::Index>(index); }

double signOf(Slipping side) {
    return side == Slipping::Forward ? 1.0 : side == Slipping::Backward ? -1.0 : 0.0;
}

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
    if (rank_[test] < 0) return hit(event.test);
    std::vector<int> others = resting_;
    std::erase(others, event.test);
    const InitialState state = stateHere();
    setResting(std::move(others));
    arming_[test] = Arming::Leaving;
    zeno_[test].forget();
    const StepStatus status = restart(state);
    return status == StepStatus::Reached ? settle() : status;
}

/// Poses and velocities stay.
StepStatus EventStepper::changeContact(std::size_t contact) {
    lookHere();
    contacts_.change(contact);
    contacts_.writeTo(*changing_);
    iterations_ += integrator_->newtonIterations();
    if (!integrator_->start(*system_, begin_.time, begin_.y)) return StepStatus::NotConverged;
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
    const std::vector<int> before = resting_;
    for (std::size_t k = 0; k < model_->stops.size(); ++k) {
        const int stop = static_cast<int>(k);
        const Gap gap = begin_.tests[k];
        const double rate = std::min(gap.rate, 0.0);
        if (rank_[k] >= 0) {
            contacts.push_back({.stop = stop});
        } else if (stop == event || (gap.rate <= 0.0 && gap.value - touching(model_->stops[k]) <=
                                                            -simultaneous * gap.rate)) {
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
    keepTogether(state, contacts, still * fastest);
    for (const ImpactSolver::Contact& c : contacts) {
        const auto k = toIndex(c.stop);
        if (rank_[k] < 0) {
            arming_[k] = Arming::Touching;
        } else if (c.after <= still * fastest) {
            resting.push_back(c.stop);
        } else {
            arming_[k] = Arming::Touching;  // pushed away, and may come back within the step
        }
    }
    // What touched without speed may be pulled away by the others.
    for (const ImpactSolver::Contact& c : contacts)
        if (c.after > still * fastest) std::erase(ending, c.stop);
    looseFrom(state.bodies);
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
        if (rank_[toIndex(c.stop)] >= 0) thrown = std::max(thrown, c.after);
    const auto creeps = [&](const ImpactSolver::Contact& c) {
        const ZenoWatch& watch = zeno_[toIndex(c.stop)];
        return rank_[toIndex(c.stop)] >= 0 || (watch.ends(step_) && watch.creeps(thrown, step_));
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
    const bool rested = rank_[toIndex(contact.stop)] >= 0;
    const ZenoWatch& watch = zeno_[toIndex(contact.stop)];
    const double fastest =
        std::max(watch.fastest(), speedAt(model_->stops[toIndex(contact.stop)], sample_.bodies));
    if ((rested || -contact.before > still * fastest) && impacts_.size() < mostRecorded)
        impacts_.push_back({begin_.time, contact.stop, -contact.before, contact.work, rested,
                            rested ? watch.left(step_) : 0.0});
}

/// Holds a coordinate at its stop, unless it is pulled away.
StepStatus EventStepper::restAt(int stop, const InitialState& state) {
    const std::vector<int> before = resting_;
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
        const double least = still * speedAt(model_->stops[k], here.bodies);
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

double EventStepper::heldEffort(std::size_t friction) const {
    return sample_.motionEfforts[model_->motions.size() + toIndex(rank_[testOf(friction)])];
}

/// Of `sample_`. Positive where it cannot change.
Gap EventStepper::testFriction(std::size_t friction) const {
    const Rubbing& f = frictions_[friction];
    if (f.side == Slipping::OfRate || f.idle) return {1.0, 0.0};
    if (f.side == Slipping::Sticks)
        return {holdingLimit(loadOf(f), sample_) - std::abs(heldEffort(friction)), 0.0};
    const Slip slip = slipOf(loadOf(f), sample_);
    return {signOf(f.side) * slip.rate, signOf(f.side) * slip.acceleration};
}

/// Joints that stuck slip if an impact has moved them: friction is finite and an impulse is not.
void EventStepper::looseFrom(std::span<const BodyState> bodies) {
    for (Rubbing& f : frictions_) {
        if (f.side != Slipping::Sticks) continue;
        Sample moved;
        moved.bodies.assign(bodies.begin(), bodies.end());
        moved.accelerations.assign(bodies.size(), Vec6<double>::Zero());
        const double rate = slipOf(loadOf(f), moved).rate;
        if (std::abs(rate) > still * speedAt(f.hold, bodies)) f.side = sideOf(rate);
    }
}

/// Gives every joint with friction its side: those at rest stick if their limits allow it. Joints
/// at rest change one at a time, the one that exceeds its limit most first, until the efforts of
/// those that stick and the accelerations of the others agree.
/// @param at the friction whose event it is, -1 for none
StepStatus EventStepper::settle(int at) {
    if (frictions_.empty()) return StepStatus::Reached;
    const InitialState state = stateHere();
    const std::vector<Rubbing> before = frictions_;
    const Eigen::MatrixXd S = mobilities(state);
    const std::vector<char> rests = restingFrictions(at, S, state);
    const int most = passesOfFriction * (static_cast<int>(frictions_.size()) + 1);
    for (int pass = 0;; ++pass) {
        chooseHolds(S);
        setResting(resting_);
        if (const StepStatus status = restart(state); status != StepStatus::Reached) return status;
        const int next = inconsistent(rests, S);
        if (next < 0) break;
        Rubbing& f = frictions_[toIndex(next)];
        if (pass == most) {
            problem_ = MOMENTREE_TEXT("friction-jams",
                                      "neither sticking nor slipping agrees with the friction "
                                      "'%1'; give it a 'speed'")(loadOf(f).name);
            return StepStatus::EndlessImpacts;
        }
        if (f.side == Slipping::Sticks) {
            f.side = sideOf(-heldEffort(toIndex(next)));
        } else {
            f.side = Slipping::Sticks;
            f.hold = holdOf(loadOf(f), state.bodies);
        }
    }
    for (std::size_t j = 0; j < frictions_.size(); ++j) {
        const Rubbing& f = frictions_[j];
        const bool loose = rests[j] != 0 && f.side != Slipping::Sticks;
        arming_[testOf(j)] = loose ? Arming::Leaving : Arming::Armed;
        if (f.side != before[j].side && frictionEvents_.size() < mostRecorded)
            frictionEvents_.push_back({begin_.time, f.load, f.side});
    }
    return StepStatus::Reached;
}

/// Accelerations along all frictions by unit efforts on each, without what holds them.
Eigen::MatrixXd EventStepper::mobilities(const InitialState& state) const {
    std::vector<Stop> stops, axes;
    for (const int stop : resting_) stops.push_back(model_->stops[toIndex(stop)]);
    for (const Rubbing& f : frictions_) axes.push_back(holdOf(loadOf(f), state.bodies));
    const auto model = stops.empty() ? model_ : withHeldStops(*model_, stops);
    ImpactSolver solver(*model);
    solver.hold(closureStructure(*model, state.bodies, begin_.time));
    return solver.mobilities(begin_.time, state.bodies, axes);
}

/// Sets the sides by the rates, and has all at rest stick. Returns which these are.
std::vector<char> EventStepper::restingFrictions(int at, const Eigen::MatrixXd& S,
                                                 const InitialState& state) {
    std::vector<char> rests(frictions_.size(), 0);
    for (std::size_t j = 0; j < frictions_.size(); ++j) {
        Rubbing& f = frictions_[j];
        if (S(toEigen(j), toEigen(j)) == 0.0) {
            f.side = Slipping::OfRate;
            continue;
        }
        const Stop here = holdOf(loadOf(f), state.bodies);
        const Slip slip = slipOf(loadOf(f), sample_);
        const double stillRate = simultaneous * std::abs(slip.acceleration);
        const bool sticks = f.side == Slipping::Sticks;
        const bool stops = static_cast<int>(j) == at && signOf(f.side) * slip.rate >= -stillRate;
        rests[j] = sticks || stops || f.idle ||
                   std::abs(slip.rate) <= still * speedAt(here, state.bodies) + stillRate;
        if (!rests[j]) {
            f.side = sideOf(slip.rate);
        } else if (sticks && static_cast<int>(j) == at) {
            f.side = sideOf(-heldEffort(j));
        } else if (!sticks && !f.idle) {
            f.side = Slipping::Sticks;
            f.hold = here;
        }
    }
    return rests;
}

/// Of the joints that stick, those whose motion the others leave free are held.
void EventStepper::chooseHolds(const Eigen::MatrixXd& S) {
    std::vector<Eigen::Index> held;
    const auto moves = [&](std::size_t friction) {
        const Eigen::Index j = toEigen(friction);
        const Eigen::VectorXd column = S(held, j);
        const Eigen::VectorXd answer = S(held, held).ldlt().solve(column);
        return S(j, j) - column.dot(answer) > dependent * S(j, j);
    };
    for (const bool sticking : {true, false})
        for (std::size_t j = 0; j < frictions_.size(); ++j) {
            Rubbing& f = frictions_[j];
            if (f.side == Slipping::OfRate || (f.side == Slipping::Sticks) != sticking) continue;
            f.idle = !held.empty() && !moves(j);
            if (sticking && !f.idle) held.push_back(toEigen(j));
        }
}

/// Of the joints at rest, one that has to stick no longer, or else one that has to; -1 for none.
int EventStepper::inconsistent(std::span<const char> rests, const Eigen::MatrixXd& S) const {
    int worst = -1;
    double most = 1.0 + exceeded;
    for (std::size_t j = 0; j < frictions_.size(); ++j) {
        if (rank_[testOf(j)] < 0) continue;
        const double limit = holdingLimit(loadOf(frictions_[j]), sample_);
        const double effort = std::abs(heldEffort(j));
        if (effort <= most * limit) continue;
        most = effort / limit;
        worst = static_cast<int>(j);
    }
    for (std::size_t j = 0; worst < 0 && j < frictions_.size(); ++j) {
        const Rubbing& f = frictions_[j];
        if (rests[j] == 0 || f.side == Slipping::Sticks) continue;
        const double byFriction = S(toEigen(j), toEigen(j)) * holdingLimit(loadOf(f), sample_);
        if (signOf(f.side) * slipOf(loadOf(f), sample_).acceleration < -exceeded * byFriction)
            worst = static_cast<int>(j);
    }
    return worst;
}

}  // namespace momentree
