// SPDX-License-Identifier: Apache-2.0
// What a watch is told of one node of the divide and conquer in space.
#pragma once

#include "core/formulations/hdca/equations.hpp"
#include "core/formulations/hdca/node.hpp"
#include "core/kinematics/tree_links.hpp"
#include "core/trace/watch.hpp"

namespace momentree::hdca {

template <typename S>
void tellKinematics(Telling& tell, const TreeLink<S>& link) {
    tell(orientation, "R", link.R.eigen());
    tell(centre, "s", link.s.eigen());
}

/// @param carries branches
template <typename S>
void tellBodyMatrices(Telling& tell, const HdcaMatrices<S>& xi, const HdcaNode<S>& node,
                      bool carries) {
    tell(arm, "s₁₂", node.s12.eigen());
    tell(carries ? xi11Carrier : xi11Leaf, "ξ₁₁", xi.xi11.full());
    tell(xi12Leaf, "ξ₁₂", xi.xi12.full());
    tell(xi22Leaf, "ξ₂₂", xi.xi22.full());
}

/// -G G^T.
template <typename S, typename J>
Mat6<S> heldBy(const JointCut<J, S>& cut) {
    Mat6<S> W = Mat6<S>::Zero();
    for (const V6<S>& g : cut.G) W -= g.eigen() * g.eigen().transpose();
    return W;
}

template <typename S, typename J>
void tellJointMatrices(Telling& tell, const HdcaMatrices<S>& A, const HdcaMatrices<S>& B,
                       const JointCut<J, S>& joint, const HdcaMatrices<S>& C) {
    tell(gap, "X", (B.xi11 + A.xi22).full());
    tell(held, "W", heldBy(joint));
    tell(xi11, "ξ₁₁", C.xi11.full());
    tell(xi12, "ξ₁₂", C.xi12.full());
    tell(xi22, "ξ₂₂", C.xi22.full());
}

template <typename S>
void tellBodyBias(Telling& tell, const HdcaNode<S>& node) {
    tell(xi10Leaf, "ξ₁₀", node.xi10.eigen());
    tell(xi20Leaf, "ξ₂₀", node.xi20.eigen());
}

template <typename S, typename J>
void tellJointBias(Telling& tell, const JointCut<J, S>& joint, const HdcaNode<S>& C) {
    Vec6<S> closing = Vec6<S>::Zero();
    for (std::size_t j = 0; j < joint.G.size(); ++j) closing -= joint.b[j] * joint.G[j].eigen();
    tell(beta, "β", closing);
    tell(xi10, "ξ₁₀", C.xi10.eigen());
    tell(xi20, "ξ₂₀", C.xi20.eigen());
}

/// Of a path that carries others or begins at ground.
template <typename S>
void tellImpulse(Telling& tell, const TracedEquation& inner, const TracedEquation& outer,
                 const HdcaNode<S>& root) {
    tell(inner, "T₁", root.T_1.eigen());
    tell(outer, "T₂", root.T_2.eigen());
}

template <typename S>
void tellJointImpulse(Telling& tell, const HdcaNode<S>& A, const HdcaNode<S>& B) {
    tell(jointImpulse, "T₁ᴮ", B.T_1.eigen());
    tell(reaction, "T₂ᴬ", A.T_2.eigen());
}

template <typename S>
void tellJointLoad(Telling& tell, const HdcaNode<S>& A, const HdcaNode<S>& B) {
    tell(jointLoad, "Q̄₁ᴮ", B.Qb_1.eigen());
    tell(loadReaction, "Q̄₂ᴬ", A.Qb_2.eigen());
}

}  // namespace momentree::hdca
