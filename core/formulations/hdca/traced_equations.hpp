// SPDX-License-Identifier: Apache-2.0
// The equations of the divide and conquer for traces (THEORY 3).
#pragma once

#include "core/trace/evaluation_trace.hpp"

namespace momentree::hdca {

inline constexpr TracedPass kinematics{"Kinematics", Phase::Kinematics, TracedPass::Way::Each};
inline constexpr TracedPass leaves{"Single bodies", Phase::Initialise, TracedPass::Way::Each};
inline constexpr TracedPass assembly{"Assembly", Phase::Assembly, TracedPass::Way::Inward};
inline constexpr TracedPass bias{"Assembly of the biases", Phase::Base, TracedPass::Way::Inward};
inline constexpr TracedPass loops{"Closed loops", Phase::Base, TracedPass::Way::Once};
inline constexpr TracedPass base{"Base connection", Phase::Base, TracedPass::Way::Once};
inline constexpr TracedPass disassembly{"Disassembly", Phase::Disassembly,
                                        TracedPass::Way::Outward};
inline constexpr TracedPass loadsInward{"Assembly of the loads", Phase::Derivatives,
                                        TracedPass::Way::Inward};
inline constexpr TracedPass loadsOutward{"Disassembly of the loads", Phase::Derivatives,
                                         TracedPass::Way::Outward};
inline constexpr TracedPass rates{"Rates of coordinates and momenta", Phase::Derivatives,
                                  TracedPass::Way::Each};

inline constexpr TracedEquation orientation{"3.2", "R = R_parent R_A R_joint(q)",
                                            "Orientation of the body in world axes"};
inline constexpr TracedEquation centre{"3.2", "s = R c",
                                       "From the joint's origin to the centre of mass"};
inline constexpr TracedEquation arm{"3.2", "s₁₂ = O₂ − O₁",
                                    "From handle 1 to handle 2; S₁₂ = S(s₁₂) shifts wrenches"};

inline constexpr TracedEquation xi11Leaf{
    "(18)–(23)", "ξ₁₁ = M_O⁻¹", "Compliance of the body: the velocity that an impulse gives it"};
inline constexpr TracedEquation xi11Carrier{
    "3.8", "ξ₁₁ = (M_O + Σ S K_c Sᵀ)⁻¹",
    "Compliance of the body with the reduced inertias K_c of its branches absorbed"};
inline constexpr TracedEquation xi12Leaf{"(18)–(23)", "ξ₁₂ = ξ₁₁ S₁₂",
                                         "Velocity at handle 1 by an impulse at handle 2"};
inline constexpr TracedEquation xi22Leaf{"(18)–(23)", "ξ₂₂ = S₁₂ᵀ ξ₁₁ S₁₂",
                                         "Velocity at handle 2 by an impulse at handle 2"};
inline constexpr TracedEquation xi10Leaf{
    "(18)", "ξ₁₀ = ξ₁₁ (H pᵢ − S₁₂ H pⱼ − Σ S k_c)",
    "Velocity at handle 1 by the joint momenta alone (branches: their biases k_c)"};
inline constexpr TracedEquation xi20Leaf{"(18)", "ξ₂₀ = S₁₂ᵀ ξ₁₀", "The same at handle 2"};

inline constexpr TracedEquation gap{
    "(33)", "X = ξ₁₁ᴮ + ξ₂₂ᴬ",
    "How far an impulse in the joint parts both sides: symmetric and "
    "positive definite"};
inline constexpr TracedEquation held{"(33)", "W = −D (Dᵀ X D)⁻¹ Dᵀ",
                                     "What the joint holds together: zero along its free motions"};
inline constexpr TracedEquation xi11{"(27)", "ξ₁₁ = ξ₁₁ᴬ + ξ₁₂ᴬ W ξ₂₁ᴬ",
                                     "Assembly: compliance of A and B joined, at handle 1"};
inline constexpr TracedEquation xi12{"(28)", "ξ₁₂ = −ξ₁₂ᴬ W ξ₁₂ᴮ",
                                     "Assembly: from handle 2 to handle 1"};
inline constexpr TracedEquation xi22{"(29)", "ξ₂₂ = ξ₂₂ᴮ + ξ₂₁ᴮ W ξ₁₂ᴮ",
                                     "Assembly: compliance of A and B joined, at handle 2"};
inline constexpr TracedEquation beta{"(34)", "β = W (ξ₁₀ᴮ − ξ₂₀ᴬ − V_t)",
                                     "Impulse that closes the gap between both sides"};
inline constexpr TracedEquation xi10{"(36)", "ξ₁₀ = ξ₁₀ᴬ − ξ₁₂ᴬ β", "Assembly of the velocities"};
inline constexpr TracedEquation xi20{"(37)", "ξ₂₀ = ξ₂₀ᴮ + ξ₂₁ᴮ β", "Assembly of the velocities"};
inline constexpr TracedEquation loadLeaf{"3.2", "Q₁ = S(s) [f; n] + Σ S Q₁ᶜ",
                                         "Loads on the body, and those of its branches"};
inline constexpr TracedEquation load{"(31)", "Q₁ = Q₁ᴬ + S₁₂ᴬ Q₁ᴮ", "Loads of both sides"};
inline constexpr TracedEquation reduced{
    "3.8", "K_c = D (Dᵀ ξ₁₁ D)⁻¹ Dᵀ",
    "What the body that carries this branch feels of it: its reduced inertia"};
inline constexpr TracedEquation reducedBias{"3.8", "k_c = H p_c + K_c (V_t − ξ₁₀)",
                                            "The same of its momentum"};

inline constexpr TracedEquation baseImpulse{"(39), (40)", "T₁ = −D (Dᵀ ξ₁₁ D)⁻¹ Dᵀ (ξ₁₀ − V_t)",
                                            "Impulse in the joint to ground"};
inline constexpr TracedEquation freeEnd{"3.4", "T₂ = 0", "The other end is free"};
inline constexpr TracedEquation loopImpulse1{
    "(42)", "[σ₁; σ₂] = −η⁻¹ [Dᵀ (ξ₁₀ − V_t); D_cᵀ ξ₂₀ + βΦ],  T₁ = D σ₁",
    "Impulse in the joint to ground at the beginning of the loop"};
inline constexpr TracedEquation loopImpulse2{"(42)", "T₂ = D_c σ₂",
                                             "Impulse where the loop closes to ground"};
inline constexpr TracedEquation closureImpulse{
    "3.9", "J M⁻¹ Jᵀ σ = J M⁻¹ p + Φ_t + βΦ",
    "Impulses of the joints that were cut: one solve of the tree for each row"};
inline constexpr TracedEquation branchImpulse{"3.8", "T₁ = K_c (Sᵀ V + V_t − ξ₁₀)",
                                              "Impulse between the branch and its carrier"};
inline constexpr TracedEquation jointImpulse{"(45)", "T₁ᴮ = W (ξ₁₂ᴮ T₂ − ξ₂₁ᴬ T₁) + β",
                                             "Disassembly: the impulse in the joint"};
inline constexpr TracedEquation reaction{"(46)", "T₂ᴬ = −T₁ᴮ", "Its reaction on A"};
inline constexpr TracedEquation velocity{"3.6", "V = ξ₁₁ (T₁ + S₁₂ T₂) + ξ₁₀",
                                         "Velocity of the body"};
inline constexpr TracedEquation rootLoad{"(41)", "Q̄₁ = Q₁ − S₁₂ Q̄₂",
                                         "Articulated load at the root of the path"};
inline constexpr TracedEquation jointLoad{"(47)", "Q̄₁ᴮ = Q₁ᴮ − S₁₂ᴮ Q̄₂",
                                          "Disassembly: articulated load in the joint"};
inline constexpr TracedEquation loadReaction{"(48)", "Q̄₂ᴬ = −Q̄₁ᴮ", "Its reaction on A"};
inline constexpr TracedEquation speed{"3.7", "q̇: u = Hᵀ (V − Sᵀ V_parent − V_t)", "Joint speeds"};
inline constexpr TracedEquation momentumRate{
    "(50), (51)", "ṗ = Ḣᵀ P̄ + Hᵀ (Q̄₁ − [0; v × p̄ₗ]),  P̄ = T₁ + H p", "Rates of the joint momenta"};

}  // namespace momentree::hdca
