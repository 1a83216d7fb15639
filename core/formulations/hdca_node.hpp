// SPDX-License-Identifier: Apache-2.0
// The algebra of one node of the divide and conquer, world axes; symbols and numbers of THEORY 3.
#pragma once

#include "core/joints/joint.hpp"

namespace momentree {

/// A chain of bodies seen at its two handles: V_1 = xi11 T_1 + xi12 T_2 + xi10, V_2 = xi21 T_1 +
/// xi22 T_2 + xi20. Handle 1 is the origin of its first body, handle 2 the origin of the body after
/// its last (momentarily fixed to it).
template <typename S>
struct HdcaNode {
    Mat6<S> xi11, xi12, xi22;  ///< xi21 = xi12^T
    Vec6<S> xi10, xi20;
    Mat6<S> W;  ///< -D (D^T X D)^-1 D^T of the joint inside
    Vec6<S> beta;
    Vec3<S> s12;         ///< from handle 1 to handle 2; S_12 = S(s12)
    Vec6<S> Q_1;         ///< accumulated load about handle 1
    Vec6<S> T_1, T_2;    ///< constraint impulses acting on the node at its handles
    Vec6<S> Qb_1, Qb_2;  ///< articulated loads
};

/// xi of one body (3.2), closed form: inverse of the inertia about O from that about the centre of
/// mass.
/// @param s centre of mass from O; @param Ji inverse of the central inertia, world axes
template <typename S>
Mat6<S> leafInverse(S mass, const Vec3<S>& s, const Mat3<S>& Ji) {
    const Mat3<S> sJ = skew(s) * Ji;
    Mat6<S> xi11;
    xi11.template topLeftCorner<3, 3>() = Mat3<S>::Identity() / mass - sJ * skew(s);
    xi11.template topRightCorner<3, 3>() = sJ;
    xi11.template bottomLeftCorner<3, 3>() = sJ.transpose();
    xi11.template bottomRightCorner<3, 3>() = Ji;
    return xi11;
}

/// xi12 = xi11 S_12, xi22 = S_12^T xi11 S_12 (3.2).
template <typename S>
void leafHandles(HdcaNode<S>& leaf) {
    const Mat6<S> S_12 = shift(leaf.s12);
    leaf.xi12.noalias() = leaf.xi11 * S_12;
    leaf.xi22.noalias() = S_12.transpose() * leaf.xi12;
}

/// D (D^T xi D)^-1 D^T: what a joint with constraint directions D lets through. Symmetric.
template <typename S, int constraints>
Mat6<S> constrained(const Mat6N<S, constraints>& D, const Mat6<S>& xi) {
    if constexpr (constraints == 0) {
        return Mat6<S>::Zero();
    } else {
        const Eigen::Matrix<S, constraints, constraints> DxD = D.transpose() * xi * D;
        const Mat6<S> K = D * Eigen::LLT<Eigen::Matrix<S, constraints, constraints>>(DxD).solve(
                                  Eigen::Matrix<S, constraints, 6>(D.transpose()));
        return S(0.5) * (K + K.transpose());
    }
}

/// Matrices of C = A (inboard) joined with B (outboard), W of the joint given (3.3; (27)-(33)).
template <typename S>
void assemble(const HdcaNode<S>& A, const HdcaNode<S>& B, HdcaNode<S>& C) {
    const Mat6<S> W_A = C.W * A.xi12.transpose();
    const Mat6<S> W_B = C.W * B.xi12;
    C.xi11.noalias() = A.xi11 + A.xi12 * W_A;
    C.xi12.noalias() = -A.xi12 * W_B;
    C.xi22.noalias() = B.xi22 + B.xi12.transpose() * W_B;
    C.s12 = A.s12 + B.s12;
}

/// Vectors of C (3.3; (34)-(37)). @param V_t prescribed velocity of the joint
template <typename S>
void assembleBias(const HdcaNode<S>& A, const HdcaNode<S>& B, const Vec6<S>& V_t, HdcaNode<S>& C) {
    C.beta.noalias() = C.W * (B.xi10 - A.xi20 - V_t);
    C.xi10 = A.xi10 - A.xi12 * C.beta;
    C.xi20 = B.xi20 + B.xi12.transpose() * C.beta;
}

/// T_1^B = W_B T_2 - W_A T_1 + beta, T_2^A = -T_1^B (3.6; (45), (46)).
template <typename S>
void disassemble(const HdcaNode<S>& C, HdcaNode<S>& A, HdcaNode<S>& B) {
    B.T_1 = C.W * (B.xi12 * C.T_2 - A.xi12.transpose() * C.T_1) + C.beta;
    A.T_2 = -B.T_1;
    A.T_1 = C.T_1;
    B.T_2 = C.T_2;
}

/// Q_1 = Q_1^A + S_12^A Q_1^B (3.3).
template <typename S>
void assembleLoads(const HdcaNode<S>& A, const HdcaNode<S>& B, HdcaNode<S>& C) {
    C.Q_1 = A.Q_1 + shiftWrench(A.s12, B.Q_1);
}

/// Qb_1^B = Q_1^B - S_12^B Qb_2, Qb_2^A = -Qb_1^B (3.6; (47)-(49)).
template <typename S>
void disassembleLoads(const HdcaNode<S>& C, HdcaNode<S>& A, HdcaNode<S>& B) {
    B.Qb_1 = B.Q_1 - shiftWrench(B.s12, C.Qb_2);
    A.Qb_2 = -B.Qb_1;
    A.Qb_1 = C.Qb_1;
    B.Qb_2 = C.Qb_2;
}

}  // namespace momentree
