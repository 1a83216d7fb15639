// SPDX-License-Identifier: Apache-2.0
// The equations of the divide and conquer in accelerations for traces (THEORY 3b).
#pragma once

#include "core/trace/evaluation_trace.hpp"

namespace momentree::dca {

inline constexpr TracedEquation orientation{"3b", "R = R_parent R_A R_joint(q)",
                                            "Orientation of the body in world axes"};
inline constexpr TracedEquation velocity{"3b", "V = Sᵀ V_parent + H u + V_t",
                                         "Velocity of the body"};
inline constexpr TracedEquation jointProduct{"3b", "c = [ωₐ × (v − vₐ); 0] + ω × v_J + Ḣ u + V̇_t",
                                             "Acceleration across the joint by velocities alone"};
inline constexpr TracedEquation load{"3b", "b = Q − [m ω×(ω×s); s×(m ω×(ω×s)) + ω×J ω]",
                                     "Loads on the body less its gyroscopic wrench"};
inline constexpr TracedEquation xi11Leaf{
    "3b", "ξ₁₁ = M_O⁻¹", "Inverse inertia of the body: the acceleration that a force gives it"};
inline constexpr TracedEquation xi11Carrier{
    "3b", "ξ₁₁ = (M_O + Σ S K_c Sᵀ)⁻¹",
    "Inverse inertia of the body with the reduced inertias K_c of its branches absorbed"};
inline constexpr TracedEquation xi12Leaf{"3b", "ξ₁₂ = ξ₁₁ S₁₂",
                                         "Acceleration at handle 1 by a force at handle 2"};
inline constexpr TracedEquation xi22Leaf{"3b", "ξ₂₂ = S₁₂ᵀ ξ₁₁ S₁₂",
                                         "Acceleration at handle 2 by a force at handle 2"};
inline constexpr TracedEquation xi10Leaf{"3b", "ξ₁₀ = ξ₁₁ (b − Σ S k_c)",
                                         "Bias acceleration at handle 1, with free handles"};
inline constexpr TracedEquation xi20Leaf{"3b", "ξ₂₀ = S₁₂ᵀ ξ₁₀", "The same at handle 2"};
inline constexpr TracedEquation held{"3b", "W = −D (Dᵀ (ξ₁₁ᴮ + ξ₂₂ᴬ) D)⁻¹ Dᵀ",
                                     "What the joint holds together: zero along its free motions"};
inline constexpr TracedEquation xi11{"3b", "ξ₁₁ = ξ₁₁ᴬ + ξ₁₂ᴬ W ξ₂₁ᴬ",
                                     "Assembly: inverse inertia of A and B joined, at handle 1"};
inline constexpr TracedEquation xi12{"3b", "ξ₁₂ = −ξ₁₂ᴬ W ξ₁₂ᴮ",
                                     "Assembly: from handle 2 to handle 1"};
inline constexpr TracedEquation xi22{"3b", "ξ₂₂ = ξ₂₂ᴮ + ξ₂₁ᴮ W ξ₁₂ᴮ",
                                     "Assembly: inverse inertia of A and B joined, at handle 2"};
inline constexpr TracedEquation beta{"3b", "β = W (ξ₁₀ᴮ − ξ₂₀ᴬ − c)",
                                     "Force that both sides need to accelerate alike"};
inline constexpr TracedEquation xi10{"3b", "ξ₁₀ = ξ₁₀ᴬ − ξ₁₂ᴬ β", "Assembly of the biases"};
inline constexpr TracedEquation xi20{"3b", "ξ₂₀ = ξ₂₀ᴮ + ξ₂₁ᴮ β", "Assembly of the biases"};
inline constexpr TracedEquation reduced{
    "3b", "K_c = D (Dᵀ ξ₁₁ D)⁻¹ Dᵀ",
    "What the body that carries this branch feels of it: its reduced inertia"};
inline constexpr TracedEquation reducedBias{"3b", "k_c = K_c (c − ξ₁₀)",
                                            "The same of its loads and velocities"};
inline constexpr TracedEquation multipliers{
    "3b; 3.9", "J M⁻¹ Jᵀ λ = J A − γ + 2βΦ′ + β²Φ",
    "Forces of the joints that were cut: one solve of the tree for each row"};
inline constexpr TracedEquation baseForce{"3b", "T₁ = −D (Dᵀ ξ₁₁ D)⁻¹ Dᵀ (ξ₁₀ − c)",
                                          "Force in the joint to ground"};
inline constexpr TracedEquation freeEnd{"3b", "T₂ = 0", "The other end is free"};
inline constexpr TracedEquation loopForce1{
    "3b", "[σ₁; σ₂] = −η⁻¹ [Dᵀ (ξ₁₀ − c); D_cᵀ (ξ₂₀ + ω×(ω×s)) − γ + 2βΦ′ + β²Φ],  T₁ = D σ₁",
    "Force in the joint to ground at the beginning of the loop"};
inline constexpr TracedEquation loopForce2{"3b", "T₂ = D_c σ₂",
                                           "Force where the loop closes to ground"};
inline constexpr TracedEquation branchForce{"3b", "T₁ = K_c (Sᵀ A + c − ξ₁₀)",
                                            "Force between the branch and its carrier"};
inline constexpr TracedEquation jointForce{"3b", "T₁ᴮ = W (ξ₁₂ᴮ T₂ − ξ₂₁ᴬ T₁) + β",
                                           "Disassembly: the force in the joint"};
inline constexpr TracedEquation reaction{"3b", "T₂ᴬ = −T₁ᴮ", "Its reaction on A"};
inline constexpr TracedEquation acceleration{"3b", "A = ξ₁₁ (T₁ + S₁₂ T₂) + ξ₁₀",
                                             "Acceleration of the body"};
inline constexpr TracedEquation rate{"3b", "u̇ = Hᵀ (A − Sᵀ A_parent − c)",
                                     "Rates of the joint speeds"};

}  // namespace momentree::dca
