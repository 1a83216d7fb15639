// SPDX-License-Identifier: Apache-2.0
// Trace reports of one node of the divide and conquer in space.
#pragma once

#include "core/formulations/hdca/node.hpp"
#include "core/formulations/hdca/traced_equations.hpp"
#include "core/kinematics/tree_links.hpp"
#include "core/trace/tracer.hpp"

namespace momentree::hdca {

template <typename S>
void reportKinematics(TraceSink& sink, const TreeLink<S>& link) {
    sink(orientation, "R", link.R.eigen());
    sink(centre, "s", link.s.eigen());
}

/// @param carries whether the body carries branches
template <typename S>
void reportBodyMatrices(TraceSink& sink, const HandleMatrices<S>& xi, const HandleNode<S>& node,
                        bool carries) {
    sink(arm, "s₁₂", node.s12.eigen());
    sink(carries ? xi11Carrier : xi11Leaf, "ξ₁₁", xi.xi11.full());
    sink(xi12Leaf, "ξ₁₂", xi.xi12.full());
    sink(xi22Leaf, "ξ₂₂", xi.xi22.full());
}

/// -G G^T.
template <typename S, typename J>
Mat6<S> heldBy(const JointCut<J, S>& cut) {
    Mat6<S> W = Mat6<S>::Zero();
    for (const V6<S>& g : cut.G) W -= g.eigen() * g.eigen().transpose();
    return W;
}

template <typename S, typename J>
void reportJointMatrices(TraceSink& sink, const HandleMatrices<S>& A, const HandleMatrices<S>& B,
                         const JointCut<J, S>& joint, const HandleMatrices<S>& C) {
    sink(gap, "X", (B.xi11 + A.xi22).full());
    sink(held, "W", heldBy(joint));
    sink(xi11, "ξ₁₁", C.xi11.full());
    sink(xi12, "ξ₁₂", C.xi12.full());
    sink(xi22, "ξ₂₂", C.xi22.full());
}

template <typename S>
void reportBodyBias(TraceSink& sink, const HandleNode<S>& node) {
    sink(xi10Leaf, "ξ₁₀", node.xi10.eigen());
    sink(xi20Leaf, "ξ₂₀", node.xi20.eigen());
}

template <typename S, typename J>
void reportJointBias(TraceSink& sink, const JointCut<J, S>& joint, const HandleNode<S>& C) {
    Vec6<S> closing = Vec6<S>::Zero();
    for (std::size_t j = 0; j < joint.G.size(); ++j) closing -= joint.b[j] * joint.G[j].eigen();
    sink(beta, "β", closing);
    sink(xi10, "ξ₁₀", C.xi10.eigen());
    sink(xi20, "ξ₂₀", C.xi20.eigen());
}

/// For a path that carries others or begins at ground.
template <typename S>
void reportImpulse(TraceSink& sink, const TracedEquation& inner, const TracedEquation& outer,
                   const HandleNode<S>& root) {
    sink(inner, "T₁", root.T_1.eigen());
    sink(outer, "T₂", root.T_2.eigen());
}

template <typename S>
void reportJointImpulse(TraceSink& sink, const HandleNode<S>& A, const HandleNode<S>& B) {
    sink(jointImpulse, "T₁ᴮ", B.T_1.eigen());
    sink(reaction, "T₂ᴬ", A.T_2.eigen());
}

template <typename S>
void reportJointLoad(TraceSink& sink, const HdcaNode<S>& A, const HdcaNode<S>& B) {
    sink(jointLoad, "Q̄₁ᴮ", B.Qb_1.eigen());
    sink(loadReaction, "Q̄₂ᴬ", A.Qb_2.eigen());
}

}  // namespace momentree::hdca
