// SPDX-License-Identifier: Apache-2.0
// A node of the divide and conquer in the plane with packed vectors [x, y, angle], on which the
// equations of core/formulations/planar work.
#pragma once

#include "core/formulations/planar/node_equations.hpp"
#include "core/math/inverse.hpp"
#include "core/math/packed.hpp"

namespace momentree {

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
    M3<S> xi11, xi21, xi22;  ///< xi12 = xi21^T
    V3<S> xi10, xi20;
    Flat<S> T_1, T_2;  ///< constraint impulses D^T T at the handles; they have no torque
    V3<S> Q_1, Qb_1, Qb_2;
    Flat<S> s12;  ///< from handle 1 to handle 2 [m]

    // What the equations ask for.
    static MOMENTREE_INLINE V3<S> turning(Flat<S> v, S inverseInertia) {
        return inverseInertia * V3<S>::make(v.x, v.y, S(1));
    }
    static S spinning(S p, S) { return p; }
    static MOMENTREE_INLINE M3<S> compliance(S inverseMass, V3<S> w, Flat<S> v) {
        return {V3<S>::make(inverseMass, S(0), S(0)) + v.x * w,
                V3<S>::make(S(0), inverseMass, S(0)) + v.y * w, w};
    }
    static MOMENTREE_INLINE M3<S> compliance(S inverseMass, V3<S> w, Flat<S> v, V3<S>) {
        return compliance(inverseMass, w, v);
    }

    static constexpr int columns = 3;
    static constexpr bool gapFirst = false;
    template <typename F>
    static MOMENTREE_INLINE void rows(const F& f) {
        f(AllRows());
    }
    static constexpr bool computes(AllRows, int) { return true; }
    // One after the other, which the processor does with products in one.
    static MOMENTREE_INLINE V3<S> plus(V3<S> x, V3<S> a, V3<S> b) { return x + a + b; }
    static MOMENTREE_INLINE V3<S> minus(V3<S> x, V3<S> a, V3<S> b) { return x - a - b; }
};

/// Rows of a 2x3 matrix.
template <typename S>
struct TwoRows : std::array<V3<S>, 2> {
    V3<S>& operator()(std::size_t row, AllRows) { return (*this)[row]; }
    const V3<S>& operator()(std::size_t row, AllRows) const { return (*this)[row]; }
    S operator()(std::size_t row, int column) const { return (*this)[row][column]; }
};

/// Data of the joint inside a node, for disassembly.
template <typename S>
struct PlanarCut {
    TwoRows<S> W_A, W_B;  ///< (35), (36)
    Flat<S> beta;         ///< (37)
};

/// C = A (inboard) joined with B (outboard), (27)-(37).
template <typename S>
MOMENTREE_INLINE void assemble(const PlanarNode<S>& A, const PlanarNode<S>& B, Inversion method,
                               PlanarCut<S>& joint, PlanarNode<S>& C) {
    C.s12 = A.s12 + B.s12;
    const auto inverted = [&](const std::array<S, 4>& m) {
        if (method == Inversion::Adjugate) return planar::adjugateInverse(m);
        const Square2<S> X = inverse(Square2<S>{{m[0], m[1]}, {m[2], m[3]}}, method);
        return std::array<S, 4>{X(0, 0), X(0, 1), X(1, 0), X(1, 1)};
    };
    PlanarCut<S> own;  // stays in registers
    planar::join(A, B, inverted, own);
    planar::assemble(A, B, own, C);
    joint = own;
}

/// (45), (46).
template <typename S>
MOMENTREE_INLINE void disassemble(const PlanarNode<S>& C, const PlanarCut<S>& joint,
                                  PlanarNode<S>& A, PlanarNode<S>& B) {
    B.T_1 = planar::impulse(joint, C.T_1, C.T_2);
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
