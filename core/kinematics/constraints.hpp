// SPDX-License-Identifier: Apache-2.0
// The constraint equations used by every formulation: assembly, drift, closures, reactions (THEORY
// 6.2 in velocities of the centres of mass instead of Euler parameter rates).
#pragma once

#include <cstdint>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Rows of one constraint: Phi' = J_a V_a + J_b V_b + Phi_t with V = [v; w] of the body frames,
/// world axes. Phi'' = J_a V_a' + J_b V_b' - gamma. Wrenches of the multipliers sigma on the
/// bodies: J_a^T sigma, J_b^T sigma.
template <typename S>
struct ConstraintTerms {
    static constexpr int maxRows = 3;
    using Rows = Eigen::Matrix<S, Eigen::Dynamic, 6, Eigen::RowMajor, maxRows, 6>;
    using Column = Eigen::Matrix<S, Eigen::Dynamic, 1, Eigen::ColMajor, maxRows, 1>;
    Column Phi;           ///< [m], or 1 for the sine of an angle
    Rows J_a, J_b;        ///< along V of the bodies
    Rows Jdot_a, Jdot_b;  ///< their time derivatives
    Column Phi_t;         ///< explicit time dependence of Phi'
    Column gamma;
};

/// What is needed of constraints: `Rows` leaves out Jdot and gamma, which velocities give.
enum class Needed : std::uint8_t { Rows, All };

/// Evaluates a constraint. `known` is the value of the driving law, zeros without one; its f is the
/// angle near which that of a coupling's term is.
template <typename S>
void evaluate(const Constraint& constraint, const Law::Value& known, const BodyKinematics<S>& a,
              const BodyKinematics<S>& b, ConstraintTerms<S>& out, Needed needed = Needed::All);

/// Sine of the angle between a disc and the plane on which it rolls, below which it counts as lying
/// flat: the rates of its rows are then not numbers.
inline constexpr double flatDisc = 0.01;
/// The rolling disc that is nearest to lying flat, and that sine.
struct FlattestDisc {
    int joint = -1;  ///< -1 if no disc rolls
    double sine = 1.0;
};
FlattestDisc flattestDisc(const Model& model, std::span<const BodyKinematics<double>> bodies);

/// Square root of the mean central moment of inertia over the mean mass [m].
double radiusOfGyration(const Model& model);

/// The joint whose reaction contains the wrench of a constraint: the joint itself, or the one whose
/// coordinate a motion drives; -1 for none.
int reactingJoint(const Model& model, const Constraint& constraint);
/// The rows of a constraint along the motion of the outboard body B of its reacting joint. The
/// constraint of a motion may pass the joint in the opposite direction.
template <typename S>
const typename ConstraintTerms<S>::Rows& rowsOnOutboard(const Model& model,
                                                        const Constraint& constraint,
                                                        const ConstraintTerms<S>& terms) {
    const auto joint = static_cast<std::size_t>(reactingJoint(model, constraint));
    return constraint.bodyB == model.joints[joint].B.body ? terms.J_b : terms.J_a;
}

/// The angles of the terms of couplings to within pi [couplingTerms]. Only Phi depends on them;
/// without them, angles are in (-pi, pi].
using CoupledAngles = std::span<const double>;

/// The law that drives a constraint or the known angle of a coupling's term, otherwise zeros.
Law::Value motionOf(const Model& model, const Constraint& constraint, double t,
                    CoupledAngles coupled = {});

/// Evaluates all constraints of a model.
/// @param terms [constraints]
template <typename S>
void evaluateAll(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                 CoupledAngles coupled, std::span<ConstraintTerms<S>> terms,
                 Needed needed = Needed::All) {
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const Constraint& c = model.constraints[k];
        evaluate(c, motionOf(model, c, t, coupled), at(bodies, c.bodyA), at(bodies, c.bodyB),
                 terms[k], needed);
    }
}

/// Writes the values of a constraint to its rows of a stacked vector, where the terms of a coupling
/// add up.
template <typename Vector, typename Values>
void stack(const Constraint& c, const Values& values, Vector& out) {
    auto rows = out.segment(c.firstRow, c.rows());
    if (c.adds)
        rows += values;
    else
        rows = values;
}

/// Calls f(constraint) for a constraint and for those that add to its row.
template <typename F>
void forEachTerm(const Model& model, int constraint, const F& f) {
    const int end = static_cast<int>(model.constraints.size());
    do f(constraint);
    while (++constraint < end && model.constraints[static_cast<std::size_t>(constraint)].adds);
}

}  // namespace momentree
