// SPDX-License-Identifier: Apache-2.0
// Both sides of the Newton-Euler equations with constraints (THEORY 7).
#pragma once

#include <span>

#include "core/kinematics/constraints.hpp"

namespace momentree {

/// Blocks of all constraints at (t, bodies), their residuals Phi and Phi', and gamma
/// [constraintRows each].
template <typename S, typename Column>
void evaluateRows(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                  CoupledAngles coupled, std::span<ConstraintTerms<S>> terms, Column& Phi,
                  Column& PhiDot, Column& gamma) {
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const Constraint& c = model.constraints[k];
        const BodyKinematics<S>& a = at(bodies, c.bodyA);
        const BodyKinematics<S>& b = at(bodies, c.bodyB);
        evaluate(c, motionOf(model, c, t, coupled), a, b, terms[k]);
        stack(c, terms[k].Phi, Phi);
        stack(c, terms[k].Phi_t, PhiDot);
        auto rate = PhiDot.segment(c.firstRow, c.rows());
        rate.noalias() += terms[k].J_a * a.V();
        rate.noalias() += terms[k].J_b * b.V();
        stack(c, terms[k].gamma, gamma);
    }
}

/// b = Q - [0; w x J w] [bodies].
template <typename S>
void subtractGyroscopic(const Model& model, std::span<const BodyKinematics<S>> bodies,
                        std::span<const Vec6<S>> Q, std::span<Vec6<S>> b) {
    for (std::size_t i = 0; i < Q.size(); ++i) {
        const Mat3<S>& R = bodies[i].R;
        const Vec3<S> w = R.transpose() * bodies[i].w;
        const Vec3<S> momentum = R * (model.bodies[i].J_C.template cast<S>() * w);
        b[i] = Q[i];
        b[i].template tail<3>() -= bodies[i].w.cross(momentum);
    }
}

}  // namespace momentree
