// SPDX-License-Identifier: Apache-2.0
// Trace reports of one node of the divide and conquer in the plane. Vectors are [x, y, angle],
// impulses [x, y].
#pragma once

#include "core/formulations/hdca/planar_node.hpp"
#include "core/formulations/hdca/traced_equations.hpp"
#include "core/trace/tracer.hpp"

namespace momentree::hdca {

inline constexpr TracedEquation planarArm{"(13)", "s₁₂ = r₂ − r₁",
                                          "From handle 1 to handle 2, in the plane"};
inline constexpr TracedEquation planarCentre{"(13)", "s = R c",
                                             "From the joint's origin to the centre of mass"};
inline constexpr TracedEquation planarLeaf11{
    "(15)", "ξ₁₁ = diag(1/m, 1/m, 0) + a₁ a₁ᵀ / J,  a = [s_y, −s_x, 1]",
    "Compliance of the body: the velocity that an impulse gives it"};
inline constexpr TracedEquation planarLeaf12{"(16)", "ξ₁₂ = diag(1/m, 1/m, 0) + a₁ a₂ᵀ / J",
                                             "Velocity at handle 1 by an impulse at handle 2"};
inline constexpr TracedEquation planarLeaf22{"(17)", "ξ₂₂ = diag(1/m, 1/m, 0) + a₂ a₂ᵀ / J",
                                             "Velocity at handle 2 by an impulse at handle 2"};
inline constexpr TracedEquation planarLeaf10{"(18)", "ξ₁₀ = (pᵢ − pⱼ) a₁ / J",
                                             "Velocity at handle 1 by the joint momenta alone"};
inline constexpr TracedEquation planarLeaf20{"(19)", "ξ₂₀ = (pᵢ − pⱼ) a₂ / J",
                                             "The same at handle 2"};
inline constexpr TracedEquation planarGap{
    "(33)", "−C⁻¹ = Dᵀ (ξ₁₁ᴮ + ξ₂₂ᴬ) D",
    "How far an impulse in the joint parts both sides: symmetric and positive definite"};
inline constexpr TracedEquation planarWA{"(35)", "W_A = C Dᵀ ξ₂₁ᴬ",
                                         "Impulse in the joint by one at handle 1"};
inline constexpr TracedEquation planarWB{"(36)", "W_B = C Dᵀ ξ₁₂ᴮ",
                                         "Impulse in the joint by one at handle 2"};
inline constexpr TracedEquation planarBeta{"(37)", "β = C Dᵀ (ξ₁₀ᴮ − ξ₂₀ᴬ)",
                                           "Impulse that closes the gap between both sides"};
inline constexpr TracedEquation planarXi11{"(27)", "ξ₁₁ = ξ₁₁ᴬ + ξ₁₂ᴬ D W_A",
                                           "Assembly: compliance of A and B joined, at handle 1"};
inline constexpr TracedEquation planarXi12{"(28)", "ξ₁₂ = −ξ₁₂ᴬ D W_B",
                                           "Assembly: from handle 2 to handle 1"};
inline constexpr TracedEquation planarXi22{"(29)", "ξ₂₂ = ξ₂₂ᴮ + ξ₂₁ᴮ D W_B",
                                           "Assembly: compliance of A and B joined, at handle 2"};
inline constexpr TracedEquation planarXi10{"(30)", "ξ₁₀ = ξ₁₀ᴬ − ξ₁₂ᴬ D β",
                                           "Assembly of the velocities"};
inline constexpr TracedEquation planarXi20{"(32)", "ξ₂₀ = ξ₂₀ᴮ + ξ₂₁ᴮ D β",
                                           "Assembly of the velocities"};
inline constexpr TracedEquation planarBase{"(39), (40)", "T₁ = −D (Dᵀ ξ₁₁ D)⁻¹ Dᵀ ξ₁₀",
                                           "Impulse in the joint to ground"};
inline constexpr TracedEquation planarLoop1{
    "(42)", "[σ₁; σ₂] = −η⁻¹ [Dᵀ ξ₁₀; Dᵀ ξ₂₀ + βΦ],  T₁ = D σ₁",
    "Impulse in the joint to ground at the beginning of the loop"};
inline constexpr TracedEquation planarLoop2{"(42)", "T₂ = D σ₂",
                                            "Impulse where the loop closes to ground"};
inline constexpr TracedEquation planarJoint{"(45)", "T₁ᴮ = W_B T₂ − W_A T₁ + β",
                                            "Disassembly: the impulse in the joint"};
inline constexpr TracedEquation planarVelocity{"(39)", "V = ξ₁₁ T₁ + ξ₁₂ T₂ + ξ₁₀",
                                               "Velocity of the body"};
inline constexpr TracedEquation planarSpeed{"(50)", "q̇ = Hᵀ (V − V_parent)", "Joint speed"};
inline constexpr TracedEquation planarRate{"(51)", "ṗ = Hᵀ (Q̄₁ − [0; v × T₁])",
                                           "Rate of the joint momentum"};

template <typename S>
Eigen::Matrix<S, 2, 1> asVector(Flat<S> v) {
    return {v.x, v.y};
}
/// Rows of a 2x3 matrix.
template <typename S>
Eigen::Matrix<S, 2, 3> asMatrix(const std::array<V3<S>, 2>& rows) {
    Eigen::Matrix<S, 2, 3> m;
    m << rows[0].eigen().transpose(), rows[1].eigen().transpose();
    return m;
}

/// @param carries whether the body carries branches
template <typename S>
void reportPlanarBody(TraceSink& sink, const PlanarNode<S>& node, bool carries) {
    sink(carries ? xi11Carrier : planarLeaf11, "ξ₁₁", node.xi11.eigen());
    sink(carries ? xi12Leaf : planarLeaf12, "ξ₁₂", node.xi21.transpose().eigen());
    sink(carries ? xi22Leaf : planarLeaf22, "ξ₂₂", node.xi22.eigen());
    sink(carries ? xi10Leaf : planarLeaf10, "ξ₁₀", node.xi10.eigen());
    sink(carries ? xi20Leaf : planarLeaf20, "ξ₂₀", node.xi20.eigen());
}

template <typename S>
void reportPlanarJoint(TraceSink& sink, const PlanarNode<S>& A, const PlanarNode<S>& B,
                       const PlanarCut<S>& cut, const PlanarNode<S>& C) {
    sink(planarGap, "−C⁻¹", Square2<S>(flat(B.xi11) + flat(A.xi22)));
    sink(planarWA, "W_A", asMatrix(cut.W_A));
    sink(planarWB, "W_B", asMatrix(cut.W_B));
    sink(planarBeta, "β", asVector(cut.beta));
    sink(planarXi11, "ξ₁₁", C.xi11.eigen());
    sink(planarXi12, "ξ₁₂", C.xi21.transpose().eigen());
    sink(planarXi22, "ξ₂₂", C.xi22.eigen());
    sink(planarXi10, "ξ₁₀", C.xi10.eigen());
    sink(planarXi20, "ξ₂₀", C.xi20.eigen());
}

template <typename S>
void reportPlanarImpulse(TraceSink& sink, const TracedEquation& inner, const TracedEquation& outer,
                         const PlanarNode<S>& root) {
    sink(inner, "T₁", asVector(root.T_1));
    sink(outer, "T₂", asVector(root.T_2));
}

}  // namespace momentree::hdca
