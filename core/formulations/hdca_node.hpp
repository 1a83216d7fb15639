// SPDX-License-Identifier: Apache-2.0
// The algebra of one node of the divide and conquer, world axes; symbols and numbers of THEORY 3.
#pragma once

#include "core/joints/per_joint.hpp"
#include "core/kinematics/constraint_space.hpp"
#include "core/math/cholesky.hpp"

namespace momentree {

/// A chain of bodies seen at its two handles: V_1 = xi11 T_1 + xi12 T_2 + xi10, V_2 = xi21 T_1 +
/// xi22 T_2 + xi20. Handle 1 is the origin of its first body, handle 2 the origin of the body after
/// its last (momentarily fixed to it).
template <typename S>
struct HdcaNode {
    Mat6<S> xi11, xi12, xi22;  ///< xi21 = xi12^T
    Vec6<S> xi10, xi20;
    Vec6<S> T_1, T_2;  ///< constraint impulses acting on the node at its handles
    V3<S> s12;         ///< from handle 1 to handle 2; S_12 = S(s12)
    V6<S> Q_1;         ///< accumulated load about handle 1
    V6<S> Qb_1, Qb_2;  ///< articulated loads
};

/// What a joint with constraint directions D lets through of a compliance X: W = -D (D^T X D)^-1
/// D^T = -G G^T with G = D L^-T, L L^T = D^T X D. Kept as G, so that what is built from it is
/// symmetric to the last bit.
template <typename J, typename S>
struct JointCut {
    static constexpr int locked = Locked<J>::all;
    using Columns = Mat6N<S, locked>;
    Columns G;
    Columns xi21G, xi12G;  ///< xi12^A G, xi21^B G where the joint is inside a node
    VecN<S, locked> b;     ///< G^T (xi10^B - xi20^A - V_t): beta = -G b

    void factorise(const ConstraintSpace<J, S>& D, const Mat6<S>& X) {
        if constexpr (locked > 0) G = D.spread(inverseFactor(D.compressed(X)).transpose());
    }
};

/// Handles of one body (3.2) in closed form: V_1 and V_2 of impulses at points -s and -s2 from the
/// centre of mass. @param Ji inverse of the central inertia, world axes
template <typename S>
MOMENTREE_INLINE Mat6<S> leafCompliance(S mass, V3<S> s, V3<S> s2, const M3<S>& Ji) {
    const M3<S> sJ = cross(s, Ji);
    const M3<S> linear = M3<S>::diagonal(S(1) / mass) + S(-1) * cross(sJ, s2);
    const M3<S> minusJs2 = S(-1) * cross(Ji, s2);
    Mat6<S> xi;
    xi << linear.eigen(), sJ.eigen(), minusJs2.eigen(), Ji.eigen();
    return xi;
}

/// xi12 = xi11 S_12, xi22 = S_12^T xi11 S_12 (3.2) of a body whose xi11 is known.
template <typename S>
void leafHandles(HdcaNode<S>& leaf) {
    const Mat6<S> S_12 = shift(leaf.s12.eigen());
    leaf.xi12.noalias() = leaf.xi11 * S_12;
    leaf.xi22.noalias() = S_12.transpose() * leaf.xi12;
}

/// Matrices of C = A (inboard) joined with B (outboard) by `joint`, factorised for xi11^B + xi22^A
/// (3.3; (27)-(33)).
template <typename S, typename J>
void assemble(const HdcaNode<S>& A, const HdcaNode<S>& B, JointCut<J, S>& joint, HdcaNode<S>& C) {
    C.s12 = A.s12 + B.s12;
    C.xi11 = A.xi11;
    C.xi22 = B.xi22;
    if constexpr (JointCut<J, S>::locked > 0) {
        joint.xi12G.noalias() = A.xi12 * joint.G;
        joint.xi21G.noalias() = B.xi12.transpose() * joint.G;
        C.xi11.noalias() -= joint.xi12G * joint.xi12G.transpose();
        C.xi12.noalias() = joint.xi12G * joint.xi21G.transpose();
        C.xi22.noalias() -= joint.xi21G * joint.xi21G.transpose();
    } else {
        C.xi12.setZero();
    }
}

/// Vectors of C (3.3; (34)-(37)). @param gap xi10^B - xi20^A - V_t
template <typename S, typename J>
void assembleBias(const HdcaNode<S>& A, const HdcaNode<S>& B, const Vec6<S>& gap,
                  JointCut<J, S>& joint, HdcaNode<S>& C) {
    C.xi10 = A.xi10;
    C.xi20 = B.xi20;
    if constexpr (JointCut<J, S>::locked > 0) {
        joint.b.noalias() = joint.G.transpose() * gap;
        C.xi10.noalias() += joint.xi12G * joint.b;
        C.xi20.noalias() -= joint.xi21G * joint.b;
    }
}

/// T_1^B = W_B T_2 - W_A T_1 + beta, T_2^A = -T_1^B (3.6; (45), (46)).
template <typename S, typename J>
void disassemble(const HdcaNode<S>& C, const JointCut<J, S>& joint, HdcaNode<S>& A,
                 HdcaNode<S>& B) {
    if constexpr (JointCut<J, S>::locked > 0) {
        B.T_1.noalias() =
            joint.G * (joint.xi12G.transpose() * C.T_1 - joint.xi21G.transpose() * C.T_2 - joint.b);
    } else {
        B.T_1.setZero();
    }
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
