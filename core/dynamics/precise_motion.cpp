// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/precise_motion.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/constrained_motion_impl.hpp"
#include "core/kinematics/constraints_impl.hpp"
#include "core/kinematics/loop_elimination_impl.hpp"
#include "core/model/rolling.hpp"

namespace momentree {

// The rows and their solution in quadruple precision are compiled here.
template void evaluate(const Constraint&, const Law::Value&, const BodyKinematics<Quad>&,
                       const BodyKinematics<Quad>&, ConstraintTerms<Quad>&, Needed);
template class LoopElimination<Quad>;
template class ConstrainedMotion<Quad>;

namespace {

constexpr int mostClosureRows = 24;
constexpr int mostMoves = 8;
constexpr double smallestMove = 1e-24;  ///< [m] or [rad]
/// Relative to the singular value: a state farther from its constraints may be on another branch.
constexpr double farthest = 0.1;

}  // namespace

PreciseMotion::PreciseMotion(const Model& model)
    : model_(model),
      terms_(model.constraints.size()),
      motion_(model),
      e_(model.bodies.size()),
      bodies_(model.bodies.size()),
      b_(model.bodies.size()),
      a_(model.bodies.size()),
      Phi_(model.constraintRows),
      c_(model.constraintRows),
      sigma_(model.constraintRows) {}

bool PreciseMotion::suits(const Model& model) {
    return model.couplings.empty() && firstNonHolonomic(model) == nullptr &&
           model.tree.closureRows > 0 && model.tree.closureRows <= mostClosureRows;
}

bool PreciseMotion::evaluate(double t, std::span<const BodyState> bodies,
                             std::span<const Vec6<double>> b, std::span<Vec6<double>> acceleration,
                             Eigen::VectorXd& sigma) {
    place(bodies);
    if (!moveToConstraints(t)) return false;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        c_.segment(c.firstRow, c.rows()) = terms_[k].gamma;
    }
    for (std::size_t i = 0; i < b.size(); ++i) b_[i] = b[i].cast<Quad>();
    motion_.solve(b_, c_, a_, sigma_);
    for (std::size_t i = 0; i < b.size(); ++i) acceleration[i] = a_[i].cast<double>();
    sigma = sigma_.cast<double>();
    return true;
}

void PreciseMotion::place(std::span<const BodyState> bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        e_[i] = bodies[i].e.cast<Quad>();
        bodies_[i] = {rotationOf<Quad>(e_[i]), bodies[i].r.cast<Quad>(), bodies[i].v.cast<Quad>(),
                      bodies[i].w.cast<Quad>()};
    }
}

/// Newton's method for the pose, then the velocities, each with the smallest correction in the mass
/// metric. The terms are those of the final state.
bool PreciseMotion::moveToConstraints(double t) {
    for (Vec6<Quad>& b : b_) b.setZero();
    Quad moved(0);
    for (int k = 0; k < mostMoves; ++k) {
        factorise(t);
        c_ = -Phi_;
        motion_.solve(b_, c_, a_, sigma_);
        const Quad move = moveBodies();
        moved += move;
        const Quad singularValue = sqrt(motion_.closures().regularity());
        if (!(moved < Quad(farthest) * singularValue)) return false;
        if (move < Quad(smallestMove)) break;
    }
    factorise(t);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const std::span<const BodyKinematics<Quad>> bodies(bodies_);
        c_.segment(c.firstRow, c.rows()) = -terms_[k].Phi_t -
                                           terms_[k].J_a * at(bodies, c.bodyA).V() -
                                           terms_[k].J_b * at(bodies, c.bodyB).V();
    }
    motion_.solve(b_, c_, a_, sigma_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i].v += a_[i].head<3>();
        bodies_[i].w += a_[i].tail<3>();
    }
    factorise(t);
    return true;
}

void PreciseMotion::factorise(double t) {
    evaluateAll<Quad>(model_, t, bodies_, {}, terms_);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        Phi_.segment(c.firstRow, c.rows()) = terms_[k].Phi;
    }
    motion_.factorise(bodies_, terms_);
}

/// Moves every body by its part of `a_`.
/// @return the largest displacement [m] or rotation [rad]
Quad PreciseMotion::moveBodies() {
    Quad largest(0);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i].r += a_[i].head<3>();
        const Vec3<Quad> turn = bodies_[i].R.transpose() * a_[i].tail<3>();
        e_[i] += quaternionRate<Quad>(e_[i], turn);
        e_[i] /= sqrt(e_[i].squaredNorm());
        bodies_[i].R = rotationOf<Quad>(e_[i]);
        largest = std::max(largest, a_[i].cwiseAbs().maxCoeff());
    }
    return largest;
}

}  // namespace momentree
