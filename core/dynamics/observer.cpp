// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/observer.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/precise_motion.hpp"
#include "core/dynamics/reactions.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// Regularity of closures below which rounding of the pose affects reactions: here 1e-16 m causes a
/// relative error of 1e-8.
constexpr double nearSingular = 1e-4;

/// Chooses the sign of a unit quaternion nearest to the previous one.
template <typename Derived>
void keepSign(Eigen::MatrixBase<Derived>&& e, const Quat<double>& last) {
    if (e.dot(last) < 0.0) e = -e;
}

}  // namespace

Observer::Observer(const Model& model, double beta)
    : model_(model),
      beta_(beta),
      newtonEuler_(model),
      bodies_(model.bodies.size()),
      relative_(Eigen::VectorXd::Ones(model.constraintRows)),
      unmoved_(Eigen::VectorXd::Zero(model.constraintRows)),
      angles_(countedAngles(model)),
      ofLoads_(model.loadAngles(), 0.0),
      coupled_(toIndex(model.couplingTerms), 0.0),
      lastQ_(model.joints.size()),
      lastE_(model.bodies.size(), Quat<double>::Zero()),
      acting_(model.bodies.size()) {
    for (const Body& body : model.bodies) arm_.push_back(std::sqrt(body.J_C.trace() / body.mass));
    const auto reach = [&](int body, const Vector3d& s) {
        if (body != ground) arm_[toIndex(body)] = std::max(arm_[toIndex(body)], s.norm());
    };
    for (const Constraint& c : model.constraints) {
        reach(c.bodyA, c.s_a);
        reach(c.bodyB, c.s_b);
    }
    if (PreciseMotion::suits(model)) precise_ = std::make_unique<PreciseMotion>(model);
}

Observer::~Observer() = default;

void Observer::hold(const ClosureStructure& structure) {
    newtonEuler_.hold(structure);
    relative_ = structure.relative;
    std::vector<char> moved(toIndex(model_.tree.closureRows), 0);
    for (const ClosureGroup& group : structure.ranks.groups)
        for (const int row : group.rows) moved[toIndex(row)] = 1;
    unmoved_.setZero();
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[toIndex(k)];
        for (int row = 0; row < c.ownRows(); ++row)
            if (!moved[toIndex(c.closureRow + row)])
                unmoved_[c.firstRow + row] = relative_[c.firstRow + row];
    }
    if (precise_) precise_->hold(structure);
}

void Observer::complete(Sample& sample, std::span<const double> angles,
                        std::span<const Vec6<double>> own) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i] = kinematicsOf(sample.bodies[i]);
        keepSign(sample.bodies[i].e.head<4>(), lastE_[i]);
        lastE_[i] = sample.bodies[i].e;
    }
    const std::span<const BodyKinematics<double>> bodies(bodies_);
    completeAngles(sample, angles);
    const Energy energy = energyOf(model_, bodies, ofLoads_);
    sample.kinetic = energy.kinetic;
    sample.potential = energy.potential;
    exchangesOf(model_, sample.time, bodies, ofLoads_, sample.exchanges);
    sample.power = activePower(model_, sample.exchanges);
    if (!sample.couplingEfforts.empty())
        elasticEfforts(model_, bodies, ofLoads_,
                       std::span(sample.couplingEfforts).subspan(coupled_.size()));
    if (!sample.accelerations.empty() || !sample.motionEfforts.empty() ||
        !newtonEuler_.friction.empty()) {
        newtonEuler_.evaluate(sample.time, bodies, ofLoads_, beta_, coupled_);
        sample.power += newtonEuler_.friction.power();
        newtonEuler_.friction.addPowers(
            std::span(sample.exchanges).subspan(model_.springs.size(), model_.axialLoads.size()));
        sample.driftPosition = newtonEuler_.Phi.norm();
        sample.driftRelative = newtonEuler_.Phi.cwiseProduct(relative_).norm();
        sample.driftUnmoved = newtonEuler_.Phi.cwiseProduct(unmoved_).norm();
        sample.driftVelocity = newtonEuler_.PhiDot.norm();
        refineNearSingularPose(sample);
        if (!sample.accelerations.empty()) {
            sample.driftAcceleration =
                newtonEuler_.accelerationResidual(own.empty() ? newtonEuler_.acceleration : own);
            sample.unbalanced = unbalanced();
            std::ranges::copy(newtonEuler_.acceleration, sample.accelerations.begin());
            sample.loadForce = sample.loadTorque = 0.0;
            for (const Vec6<double>& load : newtonEuler_.Q) {
                sample.loadForce += load.head<3>().norm();
                sample.loadTorque += load.tail<3>().norm();
            }
        }
        const std::span<Exchange> motions = std::span(sample.exchanges).last(model_.motions.size());
        for (Exchange& motion : motions) motion.power = 0.0;
        for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
            const Constraint& c = model_.constraints[k];
            if (c.motion < 0) continue;
            const double power =
                newtonEuler_.sigma.segment(c.firstRow, c.rows()).dot(newtonEuler_.terms[k].Phi_t);
            sample.power -= power;
            motions[toIndex(c.motion)].power -= power;
        }
        for (Exchange& motion : motions) motion.active = motion.power;
    }
    completeJoints(sample, angles);
}

void Observer::completeAngles(Sample& sample, std::span<const double> angles) {
    anglesOfLoads(angles_, angles, ofLoads_);
    std::copy_n(ofLoads_.end() - model_.controllerStates, sample.controllers.size(),
                sample.controllers.begin());
    for (std::size_t k = 0; k < coupled_.size(); ++k)
        if (const int a = angles_.ofTerm[k]; a >= 0) coupled_[k] = angles[toIndex(a)];
    for (std::size_t p = 0; p < sample.probes.size(); ++p)
        if (const int a = angles_.ofProbe[p]; a >= 0) sample.probes[p] = angles[toIndex(a)];
}

void Observer::refineNearSingularPose(Sample& sample) {
    if (precise_ && newtonEuler_.regularity() < nearSingular)
        precise_->evaluate(sample.time, sample.bodies, newtonEuler_.wrenches(),
                           newtonEuler_.acceleration, newtonEuler_.sigma);
}

/// M a - (Q - gyroscopic) - J^T sigma of the accelerations and reactions that are recorded.
double Observer::unbalanced() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = model_.bodies[i];
        const Vec6<double>& a = newtonEuler_.acceleration[i];
        Vec6<double> inertia;
        inertia << body.mass * a.head<3>(),
            bodies_[i].R * (body.J_C * (bodies_[i].R.transpose() * a.tail<3>()));
        acting_[i] = {.sum = Vec6<double>::Zero()};
        acting_[i].add(inertia);
        acting_[i].add(-newtonEuler_.wrenches()[i]);
    }
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const auto sigma = newtonEuler_.sigma.segment(c.firstRow, c.rows());
        if (c.bodyA != ground)
            acting_[toIndex(c.bodyA)].add(-(newtonEuler_.terms[k].J_a.transpose() * sigma));
        if (c.bodyB != ground)
            acting_[toIndex(c.bodyB)].add(-(newtonEuler_.terms[k].J_b.transpose() * sigma));
    }
    double most = 0.0;
    for (std::size_t i = 0; i < acting_.size(); ++i) {
        const Acting& own = acting_[i];
        const double moment = own.moment + arm_[i] * own.force;
        if (own.force > 0.0) most = std::max(most, own.sum.head<3>().norm() / own.force);
        if (moment > 0.0) most = std::max(most, own.sum.tail<3>().norm() / moment);
    }
    return most;
}

void Observer::completeJoints(Sample& sample, std::span<const double> angles) {
    const std::span<const BodyKinematics<double>> bodies(bodies_);
    if (!sample.accelerations.empty())
        writeReactions(model_, bodies, newtonEuler_.terms, newtonEuler_.sigma, sample);
    if (sample.joints.empty()) return;
    for (std::size_t k = 0; k < model_.joints.size(); ++k) {
        const JointElement& joint = model_.joints[k];
        Sample::JointSample& out = sample.joints[k];
        jointCoordinates(joint, bodies, out.q.data(), out.u.data());
        const int quaternionAt = coordinateCount(joint.kind) - 4;
        if (speedCount(joint.kind) < coordinateCount(joint.kind)) {
            keepSign(Eigen::Map<Quat<double>>(out.q.data() + quaternionAt).head<4>(),
                     Eigen::Map<const Quat<double>>(lastQ_[k].data() + quaternionAt));
        }
        lastQ_[k] = out.q;
    }
    for (int a = 0; a < angles_.joints; ++a) {
        const std::size_t joint = toIndex(angles_.all[toIndex(a)].joint);
        const int k = firstAngle(model_.joints[joint].kind) + a - angles_.ofJoint[joint];
        double& q = sample.joints[joint].q[toIndex(k)];
        q = withTurns(q, angles[toIndex(a)]);
    }
}

}  // namespace momentree
