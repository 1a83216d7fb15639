// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/turns.hpp"

#include <algorithm>

#include "core/kinematics/axial_coordinate.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {

template <typename S>
Turns<S>::Turns(const Model& model, bool tree)
    : model_(model),
      angles_(countedAngles(model)),
      offset_(angles_.all.size(), 0.0),
      all_(angles_.all.size() + static_cast<std::size_t>(model.controllerStates), 0.0),
      ofLoads_(model.loadAngles(), 0.0),
      coupled_(static_cast<std::size_t>(model.couplingTerms), 0.0) {
    for (std::size_t a = 0; a < angles_.all.size(); ++a) {
        const bool known = angles_.all[a].motion >= 0 || (tree && angles_.all[a].ofTree);
        stateOf_.push_back(known ? -1 : thetas());
        if (!known) states_.push_back(a);
    }
    for (std::size_t k = 0; k < angles_.ofLoad.size(); ++k)
        if (angles_.ofLoad[k] >= 0) springs_.push_back(k);
}

/// An angle without its offset.
template <typename S>
double Turns<S>::raw(std::size_t angle, double t, const S* q, const S* theta) const {
    if (stateOf_[angle] >= 0)
        return static_cast<double>(theta[model_.controllerStates + stateOf_[angle]]);
    const CountedAngle& own = angles_.all[angle];
    if (own.motion >= 0) {
        const MotionElement& motion = model_.motions[static_cast<std::size_t>(own.motion)];
        return motion.sign * motion.law.at(t).f;
    }
    return sumOfTerms(model_, own, t, q);
}

template <typename S>
void Turns<S>::start(const InitialState& initial, S* q, S* theta) {
    std::vector<double> given = anglesOf(angles_, initial);
    given.resize(all_.size(), 0.0);
    for (int k = 0; k < model_.controllerStates; ++k)
        theta[k] = static_cast<S>(given[angles_.all.size() + static_cast<std::size_t>(k)]);
    given.resize(angles_.all.size());
    for (std::size_t a = 0; a < given.size(); ++a) {
        const CountedAngle& own = angles_.all[a];
        if (q == nullptr || stateOf_[a] >= 0 || own.joint < 0 || own.terms.size() != 1) continue;
        const CountedAngle::Term& term = own.terms.front();
        const TreeBody& body = model_.tree.bodies[static_cast<std::size_t>(term.body)];
        if (term.coordinate < 0 || body.element != own.joint) continue;
        S& coordinate = q[term.coordinate];
        coordinate = withTurns(coordinate, term.factor * given[a]);
    }
    for (std::size_t a = 0; a < given.size(); ++a) {
        if (stateOf_[a] >= 0)
            theta[model_.controllerStates + stateOf_[a]] = static_cast<S>(given[a]);
        else
            offset_[a] = given[a] - raw(a, initial.time, q, theta);
    }
    place(initial.time, q, theta);
}

template <typename S>
void Turns<S>::place(double t, const S* q, const S* theta) {
    for (const std::size_t k : springs_) {
        const auto a = static_cast<std::size_t>(angles_.ofLoad[k]);
        ofLoads_[k] = raw(a, t, q, theta) + offset_[a];
    }
    time_ = t;
    std::copy_n(theta, model_.controllerStates, ofLoads_.end() - model_.controllerStates);
    for (std::size_t k = 0; k < coupled_.size(); ++k)
        if (const int own = angles_.ofTerm[k]; own >= 0) {
            const auto a = static_cast<std::size_t>(own);
            coupled_[k] = raw(a, t, q, theta) + offset_[a];
        }
}

template <typename S>
std::span<const double> Turns<S>::all(double t, const S* q, const S* theta) {
    for (std::size_t a = 0; a < angles_.all.size(); ++a) all_[a] = raw(a, t, q, theta) + offset_[a];
    std::copy_n(theta, model_.controllerStates, all_.end() - model_.controllerStates);
    return all_;
}

template <typename S>
void Turns<S>::rates(std::span<const BodyKinematics<S>> bodies, S* thetaRate) const {
    if (model_.controllerStates > 0) controllerRates(bodies, thetaRate);
    thetaRate += model_.controllerStates;
    for (std::size_t k = 0; k < states_.size(); ++k)
        thetaRate[k] = angleRateOf(angles_.all[states_[k]], bodies);
}

template <typename S>
void Turns<S>::controllerRates(std::span<const BodyKinematics<S>> bodies, S* rates) const {
    const std::span<const double> states =
        ofLoads().last(static_cast<std::size_t>(model_.controllerStates));
    for (std::size_t k = 0; k < model_.axialLoads.size(); ++k) {
        const AxialLoad& load = model_.axialLoads[k];
        const PidController& own = load.controller;
        if (own.integralState < 0 && own.rateState < 0) continue;
        const AxialCoordinate<S> c = axialCoordinate(load, markerKinematics(load.A, bodies),
                                                     markerKinematics(load.B, bodies), ofLoads_[k]);
        const auto signal = own.template signal<S>(time_, c.x, c.rate, states);
        if (own.integralState >= 0) rates[own.integralState] = own.integralRate(signal);
        if (own.rateState >= 0) rates[own.rateState] = own.rateRate(signal);
    }
}

template <typename S>
void Turns<S>::settle(std::span<const BodyKinematics<S>> bodies, S* theta) const {
    theta += model_.controllerStates;
    for (std::size_t k = 0; k < states_.size(); ++k)
        theta[k] =
            withTurns(angleOf(angles_.all[states_[k]], bodies), static_cast<double>(theta[k]));
}

template class Turns<double>;
template class Turns<float>;

}  // namespace momentree
