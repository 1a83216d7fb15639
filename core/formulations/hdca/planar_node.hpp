// SPDX-License-Identifier: Apache-2.0
// The algebra of one node of the divide and conquer in the plane, with the equation numbers of
// [Hdca]. 3-vectors are [x, y, angle] about a handle in world axes; H = [0 0 1]^T, D = [I2; 0].
#pragma once

#include "core/math/inverse.hpp"
#include "core/math/packed.hpp"

namespace momentree {

/// A vector in the plane.
template <typename S>
struct Flat {
    S x = S(0), y = S(0);

    MOMENTREE_INLINE Flat operator+(Flat o) const { return {x + o.x, y + o.y}; }
    MOMENTREE_INLINE Flat operator-(Flat o) const { return {x - o.x, y - o.y}; }
    MOMENTREE_INLINE Flat operator-() const { return {-x, -y}; }
    friend MOMENTREE_INLINE S cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }
};

template <typename S>
using Square2 = Eigen::Matrix<S, 2, 2>;
template <typename S>
MOMENTREE_INLINE Flat<S> operator*(const Square2<S>& M, Flat<S> v) {
    return {M(0, 0) * v.x + M(0, 1) * v.y, M(1, 0) * v.x + M(1, 1) * v.y};
}

/// D^T v.
template <typename S>
MOMENTREE_INLINE Flat<S> flat(V3<S> v) {
    return {v[0], v[1]};
}
/// D^T M D.
template <typename S>
MOMENTREE_INLINE Square2<S> flat(const M3<S>& M) {
    Square2<S> block;
    block << M.x[0], M.y[0], M.x[1], M.y[1];
    return block;
}

/// S(s) Q and S(s)^T V in the plane.
template <typename S>
MOMENTREE_INLINE V3<S> shiftWrench(Flat<S> s, V3<S> Q) {
    return Q + V3<S>::make(S(0), S(0), cross(s, flat(Q)));
}
template <typename S>
MOMENTREE_INLINE V3<S> shiftVelocity(Flat<S> s, V3<S> V) {
    return V + V[2] * V3<S>::make(-s.y, s.x, S(0));
}

/// A chain of bodies with its two handles (13)-(14), like `HdcaNode` in space.
template <typename S>
struct PlanarNode {
    M3<S> xi11, xi12, xi22;  ///< xi21 = xi12^T
    V3<S> xi10, xi20;
    Flat<S> T_1, T_2;  ///< constraint impulses D^T T at the handles; they have no torque
    V3<S> Q_1, Qb_1, Qb_2;
    Flat<S> s12;  ///< from handle 1 to handle 2 [m]
};

/// Data of the joint inside a node, for disassembly.
template <typename S>
struct PlanarCut {
    std::array<V3<S>, 2> W_A, W_B;  ///< rows (35), (36)
    Flat<S> beta;                   ///< (37)
};

/// xi of one body (15)-(19); impulses at handle k turn it by a_k = [v_k; 1], v_k = (s_ky, -s_kx).
/// @param s from handle 1 to the centre of mass
/// @param p inboard minus outboard joint momentum, along the normal
template <typename S>
MOMENTREE_INLINE void initialise(S inverseMass, S inverseInertia, Flat<S> s, S p,
                                 PlanarNode<S>& leaf) {
    const Flat<S> s2 = s - leaf.s12;
    const V3<S> a1 = V3<S>::make(s.y, -s.x, S(1)), a2 = V3<S>::make(s2.y, -s2.x, S(1));
    const V3<S> w1 = inverseInertia * a1, w2 = inverseInertia * a2;
    const M3<S> straight{V3<S>::make(inverseMass, S(0), S(0)), V3<S>::make(S(0), inverseMass, S(0)),
                         V3<S>::zero()};
    leaf.xi11 = leaf.xi12 = leaf.xi22 = straight;
    leaf.xi11.addOuter(w1, a1);
    leaf.xi12.addOuter(w1, a2);
    leaf.xi22.addOuter(w2, a2);
    leaf.xi10 = p * w1;
    leaf.xi20 = p * w2;
}

/// C = A (inboard) joined with B (outboard), (27)-(37).
template <typename S>
MOMENTREE_INLINE void assemble(const PlanarNode<S>& A, const PlanarNode<S>& B, Inversion method,
                               PlanarCut<S>& joint, PlanarNode<S>& C) {
    C.s12 = A.s12 + B.s12;
    const Square2<S> X = inverse(Square2<S>(flat(B.xi11) + flat(A.xi22)), method);  // -C of (33)
    const M3<S>& a = A.xi12;
    const M3<S> b = B.xi12.transpose();
    for (std::size_t k = 0; k < 2; ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        joint.W_A[k] = -(X(row, 0) * a.x + X(row, 1) * a.y);
        joint.W_B[k] = -(X(row, 0) * b.x + X(row, 1) * b.y);
    }
    joint.beta = -(X * (flat(B.xi10) - flat(A.xi20)));
    C.xi11 = A.xi11;
    C.xi12 = M3<S>::zero();
    C.xi22 = B.xi22;
    C.xi11.addOuter(a.x, joint.W_A[0]), C.xi11.addOuter(a.y, joint.W_A[1]);
    C.xi12.subtractOuter(a.x, joint.W_B[0]), C.xi12.subtractOuter(a.y, joint.W_B[1]);
    C.xi22.addOuter(b.x, joint.W_B[0]), C.xi22.addOuter(b.y, joint.W_B[1]);
    C.xi10 = A.xi10 - joint.beta.x * a.x - joint.beta.y * a.y;
    C.xi20 = B.xi20 + joint.beta.x * b.x + joint.beta.y * b.y;
}

/// T_1^B = W_B T_2 - W_A T_1 + beta, T_2^A = -T_1^B (45), (46).
template <typename S>
MOMENTREE_INLINE void disassemble(const PlanarNode<S>& C, const PlanarCut<S>& joint,
                                  PlanarNode<S>& A, PlanarNode<S>& B) {
    const auto along = [&](std::size_t k) {
        const V3<S>&a = joint.W_A[k], &b = joint.W_B[k];
        return (b[0] * C.T_2.x + b[1] * C.T_2.y) - (a[0] * C.T_1.x + a[1] * C.T_1.y);
    };
    B.T_1 = Flat<S>{along(0), along(1)} + joint.beta;
    A.T_2 = -B.T_1;
    A.T_1 = C.T_1;
    B.T_2 = C.T_2;
}

/// Q_1 = Q_1^A + S_12^A Q_1^B (31).
template <typename S>
MOMENTREE_INLINE void assembleLoads(const PlanarNode<S>& A, const PlanarNode<S>& B,
                                    PlanarNode<S>& C) {
    C.Q_1 = A.Q_1 + shiftWrench(A.s12, B.Q_1);
}

/// Qb_1^B = Q_1^B - S_12^B Qb_2, Qb_2^A = -Qb_1^B (47)-(49).
template <typename S>
MOMENTREE_INLINE void disassembleLoads(const PlanarNode<S>& C, PlanarNode<S>& A, PlanarNode<S>& B) {
    B.Qb_1 = B.Q_1 - shiftWrench(B.s12, C.Qb_2);
    A.Qb_2 = -B.Qb_1;
    A.Qb_1 = C.Qb_1;
    B.Qb_2 = C.Qb_2;
}

}  // namespace momentree
