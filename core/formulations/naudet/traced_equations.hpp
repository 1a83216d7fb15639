// SPDX-License-Identifier: Apache-2.0
// The equations of the recursion in canonical momenta for traces (THEORY 4). World axes, about the
// origin of each body.
#pragma once

#include "core/trace/evaluation_trace.hpp"

namespace momentree::recursion {

inline constexpr TracedPass piecesInward{"Pieces of the tree, inward", Phase::Assembly,
                                         TracedPass::Way::Each};
inline constexpr TracedPass piecesOutward{"Pieces of the tree, outward", Phase::Disassembly,
                                          TracedPass::Way::Each};
inline constexpr TracedPass piecesRates{"Pieces of the tree, rates", Phase::Derivatives,
                                        TracedPass::Way::Each};

inline constexpr TracedEquation orientation{"4", "R = R_parent R_A R_joint(q)",
                                            "Orientation of the body in world axes"};
inline constexpr TracedEquation arm{"4", "r = O − O_parent",
                                    "From the carrier's origin to its own; X = S(r)ᵀ"};
inline constexpr TracedEquation inertia{"4", "M* = M_O", "Inertia of the single body"};
inline constexpr TracedEquation articulated{
    "4", "M* = M_O + Σ Xᵀ M′ X", "Articulated inertia: the body and all that hangs on it"};
inline constexpr TracedEquation remainder{"4", "D = Σ Xᵀ (M′ V_t + D′)",
                                          "Remainder momentum of all that hangs on it"};
inline constexpr TracedEquation jointInertia{"4", "Mⱼ⁻¹ = (Eᵀ M* E)⁻¹",
                                             "What the joint feels of the articulated inertia"};
inline constexpr TracedEquation eliminated{
    "4", "M′ = M* − M*E Mⱼ⁻¹ (M*E)ᵀ",
    "What the carrier feels through the joint: zero along its free motions"};
inline constexpr TracedEquation passed{"4", "M′ V_t + D′,  D′ = D + M*E Mⱼ⁻¹ (p − EᵀD)",
                                       "The momentum handed on to the carrier"};
inline constexpr TracedEquation closureImpulse{
    "3.9", "J M⁻¹ Jᵀ σ = J M⁻¹ p + Φ_t + βΦ",
    "Impulses of the joints that were cut: one solve of the tree for each row"};
inline constexpr TracedEquation speed{"4", "u = Mⱼ⁻¹ [(p − d) − (M*E)ᵀ W],  W = X V_parent + V_t",
                                      "Joint speeds"};
inline constexpr TracedEquation velocity{"4", "V = W + E u", "Velocity of the body"};
inline constexpr TracedEquation load{"4", "T* = Q + Σ Xᵀ T*",
                                     "Loads on the body and all that hangs on it"};
inline constexpr TracedEquation momentum{"4", "P* = M* V + D",
                                         "Momentum of the body and all that hangs on it"};
inline constexpr TracedEquation momentumRate{
    "(35)", "ṗ = Eᵀ (T* − [w × pₗ; v × pₗ + w × pₐ]) + Ėᵀ P*", "Rates of the joint momenta"};

}  // namespace momentree::recursion
