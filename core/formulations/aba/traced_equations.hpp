// SPDX-License-Identifier: Apache-2.0
// The equations of the articulated-body algorithm for traces (THEORY 5). World axes, about the
// origin of each body.
#pragma once

#include "core/trace/evaluation_trace.hpp"

namespace momentree::articulated {

inline constexpr TracedEquation orientation{"5", "R = R_parent R_A R_joint(q)",
                                            "Orientation of the body in world axes"};
inline constexpr TracedEquation arm{"5", "r = O − O_parent",
                                    "From the carrier's origin to its own; X = S(r)ᵀ"};
inline constexpr TracedEquation velocity{"5", "V = X V_parent + v_J,  v_J = E u + V_t",
                                         "Velocity of the body"};
inline constexpr TracedEquation product{"5",
                                        "c = [ω_parent × (v − v_parent); 0] + ω × v_J + Ė u + V_t′",
                                        "Acceleration of the body by the velocities alone"};
inline constexpr TracedEquation inertia{"5", "I_A = M_O", "Inertia of the single body"};
inline constexpr TracedEquation bias{"5", "p_A = [ω × B ω; ω × C ω] − Q",
                                     "Wrench that the body needs without accelerating, less its "
                                     "loads"};
inline constexpr TracedEquation articulatedInertia{
    "5", "I_A = M_O + Σ Xᵀ I_a X", "Articulated inertia: the body and all that hangs on it"};
inline constexpr TracedEquation jointInverse{"5", "D⁻¹ = (Eᵀ I_A E)⁻¹",
                                             "What the joint feels of the articulated inertia"};
inline constexpr TracedEquation reduced{
    "5", "I_a = I_A − U D⁻¹ Uᵀ,  U = I_A E",
    "What the carrier feels through the joint: zero along its free motions"};
inline constexpr TracedEquation multipliers{
    "5", "J M⁻¹ Jᵀ λ = J a + 2βΦ′ + β²Φ − γ",
    "Forces of the joints that were cut: one solve of the tree for each row"};
inline constexpr TracedEquation articulatedBias{"5", "p_A += Σ Xᵀ (p_A + I_a c − U D⁻¹ Eᵀ p_A)",
                                                "Bias wrench of the body and all that hangs on it"};
inline constexpr TracedEquation rate{"5", "u̇ = −D⁻¹ Eᵀ p_A − D⁻¹ Uᵀ A′,  A′ = X A_parent + c",
                                     "Rates of the joint speeds"};
inline constexpr TracedEquation acceleration{"5", "A = A′ + E u̇", "Acceleration of the body"};

}  // namespace momentree::articulated
