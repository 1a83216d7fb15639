// SPDX-License-Identifier: Apache-2.0
// The system of all bodies for traces, as dense matrices.
#pragma once

#include "core/kinematics/constraints.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree::global {

inline constexpr TracedPass constraints{"Constraints", Phase::Kinematics, TracedPass::Way::Once};
inline constexpr TracedPass wrenches{"Wrenches", Phase::Initialise, TracedPass::Way::Once};
inline constexpr TracedPass factorisation{"Factorisation", Phase::Assembly, TracedPass::Way::Once};
inline constexpr TracedPass solution{"Solution", Phase::Disassembly, TracedPass::Way::Once};
inline constexpr TracedPass rates{"Rates of coordinates and momenta", Phase::Derivatives,
                                  TracedPass::Way::Once};

inline constexpr TracedEquation jacobian{"6.2", "J = ∂Φ′/∂V",
                                         "Jacobian of the constraints, rows along [v; w] of every "
                                         "body"};
inline constexpr TracedEquation violation{"6.2", "Φ(q, t)", "Violation of the constraints"};
inline constexpr TracedEquation violationRate{"6.2", "Φ′ = J V + Φ_t",
                                              "Violation of the constraints by the velocities"};
inline constexpr TracedEquation wrench{"7", "b = Q − [0; ω × J_C ω]",
                                       "Loads of all bodies less their gyroscopic torques"};
inline constexpr TracedEquation constraintSide{
    "7", "c = γ − 2βΦ′ − β²Φ",
    "What the constraints demand of the accelerations, with Baumgarte's terms"};
constexpr TracedEquation systemIn(const char* section) {
    return {section, "[M, Jᵀ; J, 0]",
            "The system of all bodies and constraints; it is sparse, and its elimination goes from "
            "the leaves to the root"};
}
inline constexpr TracedEquation accelerationSystem = systemIn("7");
inline constexpr const char* accelerationLine = "[M, Jᵀ; J, 0] [a; λ] = [b; c]";
inline constexpr TracedEquation accelerations{"7", accelerationLine, "Accelerations of all bodies"};
inline constexpr TracedEquation multipliers{"7", accelerationLine,
                                            "Lagrange multipliers of all constraints"};
inline constexpr TracedEquation weightedRows{
    "7e", "Y = J L, M⁻¹ = L Lᵀ",
    "Constraints in coordinates in which the mass matrix is the unit matrix; without rows that are "
    "always zero"};
inline constexpr TracedEquation constraintForces{
    "7e", "Qᶜ = L⁻ᵀ Y⁺ (c − J M⁻¹ b)",
    "Forces of all constraints on the bodies, without multipliers"};
inline constexpr TracedEquation freeAccelerations{"7e", "a = M⁻¹ (b + Qᶜ)",
                                                  "Accelerations of all bodies"};
inline constexpr TracedEquation nullSpace{
    "7e", "J N = 0, Nᵀ M N = 1", "Motions that the constraints leave free, one in each column"};
inline constexpr TracedEquation reducedRates{"7e", "ż = Nᵀ b", "Accelerations along these motions"};
inline constexpr TracedEquation reducedAccelerations{
    "7e", "a = a_c + N ż, a_c = L Y⁺ c",
    "Accelerations of all bodies; a_c is the least that the constraints demand"};
inline constexpr TracedEquation velocitySystem = systemIn("7b");
inline constexpr const char* velocityLine = "[M, Jᵀ; J, 0] [V; σ] = [P; −Φ_t − βΦ]";
inline constexpr TracedEquation velocities{"7b", velocityLine, "Velocities of all bodies"};
inline constexpr TracedEquation impulses{"7b", velocityLine, "Impulses of all constraints"};
inline constexpr TracedEquation momentumRates{"7b", "Ṗ = Q + J̇ᵀ σ", "Rates of the momenta"};

/// [constraintRows x 6 bodies]
template <typename S>
Eigen::MatrixXd jacobianOf(const Model& model, std::span<const ConstraintTerms<S>> terms) {
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(model.constraintRows,
                                              6 * static_cast<Eigen::Index>(model.bodies.size()));
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const Constraint& c = model.constraints[k];
        if (c.bodyA != ground)
            J.block(c.firstRow, Eigen::Index{6} * c.bodyA, c.rows(), 6) +=
                terms[k].J_a.template cast<double>();
        if (c.bodyB != ground)
            J.block(c.firstRow, Eigen::Index{6} * c.bodyB, c.rows(), 6) +=
                terms[k].J_b.template cast<double>();
    }
    return J;
}

/// diag(m I, R J_C R^T) of all bodies, bordered by the Jacobian.
template <typename S>
Eigen::MatrixXd systemOf(const Model& model, std::span<const BodyKinematics<S>> bodies,
                         const Eigen::MatrixXd& J) {
    const Eigen::Index n = J.cols(), rows = J.rows();
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + rows, n + rows);
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const Eigen::Index at = 6 * static_cast<Eigen::Index>(i);
        const Matrix3d R = bodies[i].R.template cast<double>();
        A.block<3, 3>(at, at).diagonal().setConstant(model.bodies[i].mass);
        A.block<3, 3>(at + 3, at + 3) = R * model.bodies[i].J_C * R.transpose();
    }
    A.bottomLeftCorner(rows, n) = J;
    A.topRightCorner(n, rows) = J.transpose();
    return A;
}

template <typename S>
Eigen::VectorXd stacked(std::span<const Vec6<S>> vectors) {
    Eigen::VectorXd all(6 * static_cast<Eigen::Index>(vectors.size()));
    for (std::size_t i = 0; i < vectors.size(); ++i)
        all.segment<6>(6 * static_cast<Eigen::Index>(i)) = vectors[i].template cast<double>();
    return all;
}

}  // namespace momentree::global
