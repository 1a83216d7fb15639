// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/coupled_turns.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "core/kinematics/given_start.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr double wholeTurn = 2.0 * std::numbers::pi;
constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();
/// Of a coupling at poses with rounded numbers, relative to its largest ratio [rad].
constexpr double holdsWithin = 1e-4;
constexpr int mostTurns = 64;  ///< of one angle, when those of two are sought

std::vector<CountedAngle> anglesOfTerms(const Model& model) {
    const CountedAngles counted = countedAngles(model);
    std::vector<CountedAngle> terms;
    for (const int a : counted.ofTerm)
        terms.push_back(a >= 0 ? counted.all[toIndex(a)] : CountedAngle());
    return terms;
}

/// Phi of every coupling.
std::vector<double> residuals(const Model& model, std::span<const BodyKinematics<double>> bodies,
                              CoupledAngles coupled) {
    std::vector<double> Phi(model.couplings.size(), 0.0);
    ConstraintTerms<double> terms;
    for (const Constraint& c : model.constraints) {
        if (c.coupling < 0) continue;
        evaluate(c, motionOf(model, c, 0.0, coupled), at(bodies, c.bodyA), at(bodies, c.bodyB),
                 terms);
        Phi[toIndex(c.coupling)] += terms.Phi[0];
    }
    return Phi;
}

/// The terms of a coupling.
std::span<const Constraint> termsOf(const Model& model, const CouplingElement& coupling) {
    return std::span(model.constraints)
        .subspan(toIndex(coupling.firstConstraint), coupling.joints.size());
}

/// What starts and motions say of the coordinates of all terms [couplingTerms], otherwise NaN.
std::vector<double> givenCoordinates(const Model& model) {
    std::map<std::pair<int, int>, double> given;
    for (const GivenStart& start : givenStarts(model)) {
        const int count = coordinateCount(model.joints[toIndex(start.joint)].kind);
        for (int k = 0; start.hasQ && k < count; ++k) given[{start.joint, k}] = start.q[toIndex(k)];
    }
    for (const MotionElement& motion : model.motions)
        if (motion.joint >= 0)
            given[{motion.joint, motion.coordinate}] =
                motion.sign * motion.law.at(0.0).f +
                (motion.rotation ? withTurns(motion.offset, 0.0) : motion.offset);
    std::vector<double> q;
    for (const CouplingElement& coupling : model.couplings)
        for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
            const auto found = given.find({coupling.joints[k], coupling.coordinates[k]});
            q.push_back(found == given.end() ? notKnown : found->second);
        }
    return q;
}

/// Completes coordinates with those that couplings determine; a coordinate may be in several.
std::vector<double> completed(const Model& model, std::vector<double> q) {
    const auto spread = [&](const Constraint& from, int joint, int coordinate, double value) {
        q[toIndex(from.term)] = value;
        for (const CouplingElement& other : model.couplings)
            for (std::size_t k = 0; k < other.joints.size(); ++k)
                if (other.joints[k] == joint && other.coordinates[k] == coordinate)
                    q[toIndex(termsOf(model, other)[k].term)] = value;
    };
    for (std::size_t round = 0; round < model.couplings.size(); ++round) {
        bool found = false;
        for (const CouplingElement& coupling : model.couplings) {
            const auto terms = termsOf(model, coupling);
            double rest = terms.front().offset;
            std::size_t open = 0, missing = 0;
            for (std::size_t k = 0; k < terms.size(); ++k) {
                const double value = q[toIndex(terms[k].term)];
                if (std::isnan(value))
                    ++missing, open = k;
                else
                    rest -= terms[k].ratio * value;
            }
            if (missing != 1) continue;
            spread(terms[open], coupling.joints[open], coupling.coordinates[open],
                   rest / terms[open].ratio);
            found = true;
        }
        if (!found) break;
    }
    return q;
}

/// Adds whole turns to angles that are not known, so that the coupling holds, if one or two do.
/// Many turns must fit better than few, since one of many fits nearly by chance.
void addTurns(std::span<const Constraint> terms, const std::vector<double>& known, double Phi,
              std::vector<double>& angles) {
    std::vector<const Constraint*> free;
    for (const Constraint& c : terms)
        if (c.turns && std::isnan(known[toIndex(c.term)])) free.push_back(&c);
    const auto closes = [&](const Constraint& c, double rest, int most) -> std::optional<double> {
        const double turns = std::round(-rest / (wholeTurn * c.ratio));
        const double within = holdsWithin / ((1.0 + most) * (1.0 + most));
        if (std::abs(rest + wholeTurn * turns * c.ratio) > within) return std::nullopt;
        return turns;
    };
    for (int most = 0; most <= mostTurns; ++most)
        for (const int n : {most, -most})
            for (const Constraint* first : free)
                for (const Constraint* second : free) {
                    if (first == second && (n != 0 || free.size() > 1)) continue;
                    const auto turns = closes(*second, Phi + wholeTurn * n * first->ratio, most);
                    if (!turns) continue;
                    if (first != second) angles[toIndex(first->term)] += wholeTurn * n;
                    angles[toIndex(second->term)] += wholeTurn * *turns;
                    return;
                }
}

}  // namespace

CoupledTurns::CoupledTurns(const Model& model, double t, const Eigen::VectorXd& q,
                           std::span<const BodyKinematics<double>> bodies)
    : CoupledTurns(model, t, q, bodies, {}) {
    held_ = residuals(model, bodies, now_);
}

CoupledTurns::CoupledTurns(const Model& model, double t, const Eigen::VectorXd& q,
                           std::span<const BodyKinematics<double>> bodies, CoupledAngles coupled)
    : now_(toIndex(model.couplingTerms), 0.0) {
    if (now_.empty()) return;
    terms_ = anglesOfTerms(model);
    constant_.assign(now_.size(), 0.0);
    turns_.assign(now_.size(), 0);
    for (const Constraint& c : model.constraints)
        if (c.turns) turns_[toIndex(c.term)] = 1;
    for (std::size_t k = 0; k < now_.size(); ++k) {
        if (!turns_[k]) continue;
        const double angle = angleOf(terms_[k], bodies);
        now_[k] = coupled.empty() ? angle : withTurns(angle, coupled[k]);
        if (terms_[k].ofTree) constant_[k] = now_[k] - sumOfTerms(model, terms_[k], t, q.data());
    }
}

void CoupledTurns::follow(const Model& model, double t, const Eigen::VectorXd& q,
                          std::span<const BodyKinematics<double>> bodies) {
    for (std::size_t k = 0; k < now_.size(); ++k)
        if (turns_[k])
            now_[k] = terms_[k].ofTree ? constant_[k] + sumOfTerms(model, terms_[k], t, q.data())
                                       : withTurns(angleOf(terms_[k], bodies), now_[k]);
}

void CoupledTurns::subtractHeld(const Model& model, Eigen::VectorXd& closureRows) const {
    for (std::size_t k = 0; k < held_.size(); ++k)
        closureRows[termsOf(model, model.couplings[k]).front().closureRow] -= held_[k];
}

std::vector<double> coupledGuess(const Model& model,
                                 std::span<const BodyKinematics<double>> bodies) {
    std::vector<double> angles(toIndex(model.couplingTerms), 0.0);
    if (angles.empty()) return angles;
    const std::vector<double> known = completed(model, givenCoordinates(model));
    const std::vector<CountedAngle> counted = anglesOfTerms(model);
    for (const Constraint& c : model.constraints) {
        if (!c.turns) continue;
        const std::size_t k = toIndex(c.term);
        const double angle = angleOf(counted[k], bodies);
        angles[k] = std::isnan(known[k]) ? angle : withTurns(angle, known[k]);
    }
    const std::vector<double> Phi = residuals(model, bodies, angles);
    for (std::size_t k = 0; k < model.couplings.size(); ++k)
        if (std::abs(Phi[k]) > holdsWithin)
            addTurns(termsOf(model, model.couplings[k]), known, Phi[k], angles);
    return angles;
}

std::vector<CoupledCoordinate> coupledCoordinates(const Model& model) {
    std::vector<CoupledCoordinate> found;
    if (model.couplings.empty()) return found;
    const std::vector<double> given = givenCoordinates(model);
    const std::vector<double> all = completed(model, given);
    for (const CouplingElement& coupling : model.couplings)
        for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
            const std::size_t term = toIndex(termsOf(model, coupling)[k].term);
            if (std::isnan(given[term]) && !std::isnan(all[term]))
                found.push_back({coupling.joints[k], coupling.coordinates[k], all[term]});
        }
    return found;
}

}  // namespace momentree
