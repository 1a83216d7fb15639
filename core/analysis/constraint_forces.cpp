// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/constraint_forces.hpp"

#include <algorithm>

#include "core/analysis/undriven.hpp"
#include "core/dynamics/joint_friction.hpp"
#include "core/dynamics/loads.hpp"
#include "core/dynamics/newton_euler_terms.hpp"
#include "core/dynamics/reactions.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

void keepIfBoth(std::vector<bool>& all, const std::vector<bool>& more) {
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = all[k] && more[k];
}

}  // namespace

ConstraintForces::ConstraintForces(const Model& model, const AssemblyReport& assembly, double size)
    : model_(model),
      redundant_(assembly.redundant),
      shares_(assembly.redundant > 0),
      size_(size),
      threshold_(rankTolerance(assembly.gap)),
      terms_(model.constraints.size()),
      Q_(model.bodies.size()),
      b_(model.bodies.size()),
      uniqueJoint_(model.joints.size(), true),
      uniqueMotion_(model.motions.size(), true) {}

Result<ConstraintForces> ConstraintForces::actuating(const Model& model, const Sample& start,
                                                     std::span<const double> angles,
                                                     const AssemblyReport& assembly, double size) {
    auto followed = std::make_shared<Model>(model);
    ConstraintForces forces(*followed, assembly, size);
    forces.followed_ = std::move(followed);
    forces.shares_ = true;
    Sample sample = start;
    forces.share(sample, angles);
    forces.redundant_ = forces.shared_.open;
    const int freedom =
        6 * static_cast<int>(model.bodies.size()) - (model.constraintRows - forces.redundant_);
    if (freedom > 0) return fail(unactuated(model, start.bodies, freedom));
    return forces;
}

void ConstraintForces::share(Sample& sample, std::span<const double> angles) {
    if (!shares_) return;
    evaluate(sample, angles);
    sample.motionEfforts.resize(model_.motions.size());
    shared_ = leastNorm(model_, terms_, bodies_, b_, size_, threshold_);
    writeReactions(model_, bodies_, terms_, shared_.sigma, sample);
    if (shared_.open > redundant_) return;  // a singular pose
    keepIfBoth(uniqueJoint_, shared_.uniqueJoint);
    keepIfBoth(uniqueMotion_, shared_.uniqueMotion);
}

void ConstraintForces::include(const ConstraintForces& other) {
    keepIfBoth(uniqueJoint_, other.uniqueJoint_);
    keepIfBoth(uniqueMotion_, other.uniqueMotion_);
}

std::vector<double> ConstraintForces::rates(const Sample& sample) const {
    std::vector<double> all(model_.motions.size());
    const auto rate = [&](int body, const ConstraintTerms<double>::Rows& rows) {
        if (body == ground) return 0.0;
        const BodyState& state = sample.bodies[toIndex(body)];
        return rows.row(0).head<3>().dot(state.v) + rows.row(0).tail<3>().dot(state.w);
    };
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        if (c.motion >= 0)
            all[toIndex(c.motion)] = rate(c.bodyA, terms_[k].J_a) + rate(c.bodyB, terms_[k].J_b);
    }
    return all;
}

double ConstraintForces::residual(const Sample& sample, std::span<const double> angles) {
    if (!shares_) evaluate(sample, angles);  // otherwise `share` has done so
    std::vector<Vec6<double>> rest = b_;
    double largest = 0.0;
    const auto add = [&](int body, const Vector3d& at, const Vec6<double>& wrench, double sign) {
        if (body == ground) return;
        Vec6<double> w = sign * wrench;
        w.tail<3>() += (at - bodies_[toIndex(body)].r).cross(Vector3d(w.head<3>()));
        largest = std::max(largest, w.cwiseAbs().maxCoeff());
        rest[toIndex(body)] -= w;
    };
    for (std::size_t k = 0; k < model_.joints.size(); ++k) {
        const JointElement& joint = model_.joints[k];
        const Vector3d B = markerKinematics<double>(joint.B, bodies_).r;
        add(joint.B.body, B, sample.joints[k].reaction, 1.0);
        add(joint.A.body, B, sample.joints[k].reaction, -1.0);
    }
    // Couplings, and motions between markers without a joint, are in no reaction of a joint.
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const bool coupled = c.coupling >= 0;
        if (reactingJoint(model_, c) >= 0 || (!coupled && c.motion < 0)) continue;
        const double effort = coupled ? sample.couplingEfforts[toIndex(c.term)] / c.ratio
                                      : sample.motionEfforts[toIndex(c.motion)];
        if (c.bodyA != ground) rest[toIndex(c.bodyA)] -= effort * terms_[k].J_a.row(0);
        if (c.bodyB != ground) rest[toIndex(c.bodyB)] -= effort * terms_[k].J_b.row(0);
    }
    double left = 0.0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        largest = std::max(largest, b_[i].cwiseAbs().maxCoeff());
        left = std::max(left, rest[i].cwiseAbs().maxCoeff());
    }
    return largest > 0.0 ? left / largest : 0.0;
}

/// Sets `terms_` and b_ = M a + [0; w x J w] - Q, the wrenches of the constraints.
void ConstraintForces::evaluate(const Sample& sample, std::span<const double> angles) {
    if (followed_)
        for (MotionElement& motion : followed_->motions) {
            const double q = sample.joints[toIndex(motion.joint)].q[toIndex(motion.coordinate)];
            motion.law.polynomial.assign(1, (q - motion.offset) / motion.sign);
        }
    bodies_ = kinematicsOf(sample.bodies);
    const std::span<const BodyKinematics<double>> bodies(bodies_);
    evaluateAll<double>(model_, sample.time, bodies, {}, terms_);
    evaluateLoads<double>(model_, sample.time, bodies, angles, Q_);
    addFriction(model_, bodies, sample, Q_);
    subtractGyroscopic<double>(model_, bodies, Q_, b_);
    for (std::size_t i = 0; i < b_.size(); ++i) {
        const Body& body = model_.bodies[i];
        const Matrix3d& R = bodies_[i].R;
        const Vec6<double>& a = sample.accelerations[i];
        b_[i] = -b_[i];
        b_[i].head<3>() += body.mass * a.head<3>();
        b_[i].tail<3>() += R * (body.J_C * (R.transpose() * a.tail<3>()));
    }
}

}  // namespace momentree
