// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/mechanism_energies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/kinematics/mechanism_scales.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// A body of each of two terms.
std::pair<int, int> joined(const ElasticCoupling::Term& a, const ElasticCoupling::Term& b) {
    const auto moved = [](const ElasticCoupling::Term& term) {
        return term.B.body != ground ? term.B.body : term.A.body;
    };
    return {moved(a), moved(b)};
}

/// Two bodies of each load, in the order of exchanges.
std::vector<std::pair<int, int>> bodiesOfLoads(const Model& model) {
    std::vector<std::pair<int, int>> pairs;
    const auto add = [&](const auto& loads) {
        for (const auto& load : loads) pairs.emplace_back(load.A.body, load.B.body);
    };
    add(model.springs);
    add(model.axialLoads);
    pairs.resize(pairs.size() + model.appliedLoads.size(), {ground, ground});
    add(model.contactLoads);
    add(model.bushings);
    pairs.resize(pairs.size() + model.drags.size(), {ground, ground});
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        pairs.push_back(joined(coupling.terms.front(), coupling.terms.back()));
    return pairs;
}

/// @param add takes two bodies and sizes of the force [N] and the torque [N m] between them
template <typename Add>
void eachReaction(const Model& model, const Sample& sample, const Add& add) {
    for (std::size_t j = 0; j < sample.joints.size(); ++j) {
        const Vec6<double>& reaction = sample.joints[j].reaction;
        add(model.joints[j].A.body, model.joints[j].B.body, reaction.head<3>().norm(),
            reaction.tail<3>().norm());
    }
    for (const Constraint& c : model.constraints) {
        if (c.coupling < 0) continue;
        const double effort = std::abs(sample.couplingEfforts[toIndex(c.term)]);
        add(c.bodyA, c.bodyB, c.turns ? 0.0 : effort, c.turns ? effort : 0.0);
    }
}

}  // namespace

double openingWork(const Model& model, const Sample& sample, double size) {
    double work = 0.0;
    eachReaction(model, sample, [&](int /*bodyA*/, int /*bodyB*/, double force, double torque) {
        work += force * size + torque;
    });
    return work;
}

void MechanismEnergies::begin(const Sample& first) {
    const MechanismScales scales = mechanismScales(model_, kinematicsOf(std::span(first.bodies)));
    std::vector<int> root(scales.size.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int m) {
        while (root[toIndex(m)] != m) m = root[toIndex(m)];
        return m;
    };
    const auto mechanismOf = [&](int body) {
        return body == ground ? -1 : scales.ofBody[toIndex(model_.tree.ofBody[toIndex(body)])];
    };
    const auto pairs = bodiesOfLoads(model_);
    const auto join = [&](const std::pair<int, int>& bodies) {
        if (const int a = mechanismOf(bodies.first), b = mechanismOf(bodies.second);
            a >= 0 && b >= 0)
            root[toIndex(find(a))] = find(b);
    };
    for (const auto& pair : pairs) join(pair);
    for (const ElasticCoupling& coupling : model_.elasticCouplings)
        for (const ElasticCoupling::Term& term : coupling.terms)
            join(joined(coupling.terms.front(), term));
    const auto rootOf = [&](int body) {
        const int m = mechanismOf(body);
        return m < 0 ? -1 : find(m);
    };
    ofExchange_.clear();
    for (const auto& [bodyA, bodyB] : pairs)
        ofExchange_.push_back(std::max(rootOf(bodyA), rootOf(bodyB)));
    all_.assign(root.size(), {.size = 0.0});
    for (std::size_t m = 0; m < root.size(); ++m) {
        double& size = all_[toIndex(find(static_cast<int>(m)))].size;
        size = std::max(size, scales.size[m]);
    }
    ofBody_.clear();
    for (int i = 0; i < static_cast<int>(std::ssize(model_.bodies)); ++i) {
        ofBody_.push_back(rootOf(i));
        if (ofBody_.back() >= 0)
            all_[toIndex(ofBody_.back())].mass += model_.bodies[toIndex(i)].mass;
    }
    kinetic_.assign(all_.size(), 0.0);
    potential_ = kinetic_;
    evaluate(first);
    for (std::size_t m = 0; m < all_.size(); ++m) {
        MechanismEnergy& own = all_[m];
        own.start = own.now = kinetic_[m] + potential_[m];
        own.kinetic = own.mostKinetic = kinetic_[m];
        own.leastPotential = own.mostPotential = potential_[m];
    }
}

void MechanismEnergies::evaluate(const Sample& sample) {
    std::ranges::fill(kinetic_, 0.0);
    std::ranges::fill(potential_, 0.0);
    for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
        if (ofBody_[i] < 0) continue;
        const std::size_t m = toIndex(ofBody_[i]);
        const Body& body = model_.bodies[i];
        const BodyState& state = sample.bodies[i];
        const Vector3d w = rotationOf<double>(state.e).transpose() * state.w;
        kinetic_[m] += 0.5 * (body.mass * state.v.squaredNorm() + w.dot(body.J_C * w));
        potential_[m] -= body.mass * model_.gravity.dot(state.r);
    }
    for (std::size_t k = 0; k < ofExchange_.size(); ++k)
        if (ofExchange_[k] >= 0) potential_[toIndex(ofExchange_[k])] += sample.exchanges[k].stored;
    for (MechanismEnergy& own : all_) own.opening = 0.0;
    eachReaction(model_, sample, [&](int bodyA, int bodyB, double force, double torque) {
        const auto mechanismOf = [&](int body) { return body == ground ? -1 : of(toIndex(body)); };
        const int m = std::max(mechanismOf(bodyA), mechanismOf(bodyB));
        if (m < 0) return;
        MechanismEnergy& own = all_[toIndex(m)];
        own.opening += force * own.size + torque;
    });
}

void MechanismEnergies::add(const Sample& sample) {
    evaluate(sample);
    for (std::size_t m = 0; m < all_.size(); ++m) {
        MechanismEnergy& own = all_[m];
        own.now = kinetic_[m] + potential_[m];
        own.kinetic = kinetic_[m];
        own.mostKinetic = std::max(own.mostKinetic, own.kinetic);
        own.leastPotential = std::min(own.leastPotential, potential_[m]);
        own.mostPotential = std::max(own.mostPotential, potential_[m]);
    }
}

}  // namespace momentree
