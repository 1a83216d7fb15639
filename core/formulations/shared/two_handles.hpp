// SPDX-License-Identifier: Apache-2.0
// The algebra of one node of a divide and conquer in world axes; symbols and numbers of THEORY 3. T
// are impulses and V velocities in hdca, forces and accelerations in dca.
#pragma once

#include "core/joints/per_joint.hpp"
#include "core/kinematics/constraint_space.hpp"
#include "core/math/block6.hpp"
#include "core/math/cholesky.hpp"

namespace momentree {

/// A chain of bodies with its two handles: V_1 = xi11 T_1 + xi12 T_2 + xi10, V_2 = xi21 T_1 + xi22
/// T_2 + xi20. Handle 1 is the origin of its first body, handle 2 the origin of the body after its
/// last (momentarily fixed to the last).
template <typename S>
struct HandleMatrices {
    Symmetric6<S> xi11, xi22;
    Block6<S> xi12;  ///< xi21 = xi12^T
};

/// The vectors of the same chain.
template <typename S>
struct HandleNode {
    V6<S> xi10, xi20;
    V6<S> T_1, T_2;  ///< of the constraints, acting on the node at its handles
    V3<S> s12;       ///< from handle 1 to handle 2; S_12 = S(s12)
};

/// The part of a compliance X that a joint with constraint directions D transmits: W = -D (D^T X
/// D)^-1 D^T = -G G^T with G = D L^-T, L L^T = D^T X D. Stored as G, so that everything computed
/// from it is symmetric to the last bit.
template <typename J, typename S>
struct JointCut {
    static constexpr int locked = Locked<J>::all;
    /// The first columns of G, which have no angular part.
    static constexpr std::size_t linear = static_cast<std::size_t>(Locked<J>::linear);
    using Columns = std::array<V6<S>, static_cast<std::size_t>(locked)>;
    Columns G;
    Columns xi12G, xi21G;  ///< xi12^A G, xi21^B G where the joint is inside a node
    std::array<S, static_cast<std::size_t>(locked)> b;  ///< G^T gap: beta = -G b

    MOMENTREE_INLINE void factorise(const ConstraintSpace<J, S>& D, const Symmetric6<S>& X) {
        if constexpr (locked > 0) {
            const auto M = inverseFactor(D.compressed(X));
            [&]<int... j>(std::integer_sequence<int, j...>) {
                ((G[static_cast<std::size_t>(j)] = D.template spread<j>(M)), ...);
            }
            (std::make_integer_sequence<int, locked>());
        }
    }
    /// K V = G G^T V.
    MOMENTREE_INLINE V6<S> through(const V6<S>& V) const {
        V6<S> T = V6<S>::zero();
        for (const V6<S>& g : G) T += dot(g, V) * g;
        return T;
    }
};

/// V_1 for impulses at handle 2 of one body (3.2) in closed form; the handles are at -s and -s2
/// from the centre of mass.
/// @param Ji inverse of the central inertia, world axes
template <typename S>
MOMENTREE_INLINE Block6<S> leafCompliance(S mass, V3<S> s, V3<S> s2, const M3<S>& Ji) {
    const M3<S> sJ = cross(s, Ji);
    return {M3<S>::diagonal(S(1) / mass) + S(-1) * cross(sJ, s2), sJ, S(-1) * cross(Ji, s2), Ji};
}

/// Matrices of one body (3.2).
/// @param s12 from handle 1 to handle 2
template <typename S>
MOMENTREE_INLINE void leafHandles(S mass, V3<S> s, V3<S> s12, const M3<S>& Ji,
                                  HandleMatrices<S>& leaf) {
    const auto atOneHandle = [](const Block6<S>& xi) {
        return Symmetric6<S>{symmetric(xi.ll), xi.la, xi.aa};
    };
    const V3<S> s2 = s - s12;
    leaf.xi11 = atOneHandle(leafCompliance(mass, s, s, Ji));
    leaf.xi12 = leafCompliance(mass, s, s2, Ji);
    leaf.xi22 = atOneHandle(leafCompliance(mass, s2, s2, Ji));
}

/// xi12 = xi11 S_12, xi22 = S_12^T xi11 S_12 (3.2) of a body with known xi11.
template <typename S>
void leafHandles(V3<S> s12, HandleMatrices<S>& leaf) {
    const Symmetric6<S>& xi = leaf.xi11;
    const M3<S> Bs = cross(xi.B, s12), Cs = cross(xi.C, s12);
    leaf.xi12 = {xi.A + Bs, xi.B, xi.B.transpose() + Cs, xi.C};
    // S^T = [[I, -s~], [0, I]]
    leaf.xi22.B = xi.B + S(-1) * cross(s12, xi.C);
    leaf.xi22.A = symmetric(leaf.xi12.ll + S(-1) * cross(s12, leaf.xi12.al));
    leaf.xi22.C = xi.C;
}

/// Matrices of C = A (inboard) joined with B (outboard) by `joint`, factorised for xi11^B + xi22^A
/// (3.3; (27)-(33)).
template <typename S, typename J>
MOMENTREE_INLINE void assemble(const HandleMatrices<S>& A, const HandleMatrices<S>& B,
                               JointCut<J, S>& joint, HandleMatrices<S>& C) {
    const Block6<S> xi21 = B.xi12.transpose();
    typename JointCut<J, S>::Columns P, N;
    for (std::size_t j = 0; j < P.size(); ++j) {
        const V6<S> g = joint.G[j];
        P[j] = joint.xi12G[j] = j < joint.linear ? A.xi12.ofLinear(g.l) : A.xi12 * g;
        N[j] = joint.xi21G[j] = j < joint.linear ? xi21.ofLinear(g.l) : xi21 * g;
    }
    const auto product = [](const M3<S>& start, S sign, const auto& x, auto halfX, const auto& y,
                            auto halfY) {
        M3<S> sum = start;
        for (std::size_t j = 0; j < x.size(); ++j) sum.addOuter(sign * (x[j].*halfX), y[j].*halfY);
        return sum;
    };
    const auto l = &V6<S>::l, a = &V6<S>::a;
    const M3<S> zero = M3<S>::zero();
    C.xi11.A = product(A.xi11.A, S(-1), P, l, P, l);
    C.xi11.B = product(A.xi11.B, S(-1), P, l, P, a);
    C.xi11.C = product(A.xi11.C, S(-1), P, a, P, a);
    C.xi22.A = product(B.xi22.A, S(-1), N, l, N, l);
    C.xi22.B = product(B.xi22.B, S(-1), N, l, N, a);
    C.xi22.C = product(B.xi22.C, S(-1), N, a, N, a);
    C.xi12.ll = product(zero, S(1), P, l, N, l);
    C.xi12.la = product(zero, S(1), P, l, N, a);
    C.xi12.al = product(zero, S(1), P, a, N, l);
    C.xi12.aa = product(zero, S(1), P, a, N, a);
}

/// Vectors of C (3.3; (34)-(37)).
/// @param gap xi10^B - xi20^A - V_t (dca: - c)
template <typename S, typename J>
MOMENTREE_INLINE void assembleBias(const HandleNode<S>& A, const HandleNode<S>& B, const V6<S>& gap,
                                   JointCut<J, S>& joint, HandleNode<S>& C) {
    C.xi10 = A.xi10;
    C.xi20 = B.xi20;
    for (std::size_t j = 0; j < joint.G.size(); ++j) {
        joint.b[j] = dot(joint.G[j], gap);
        C.xi10 += joint.b[j] * joint.xi12G[j];
        C.xi20 -= joint.b[j] * joint.xi21G[j];
    }
}

/// T_1^B = W_B T_2 - W_A T_1 + beta, T_2^A = -T_1^B (3.6; (45), (46)).
template <typename S, typename J>
MOMENTREE_INLINE void disassemble(const HandleNode<S>& C, const JointCut<J, S>& joint,
                                  HandleNode<S>& A, HandleNode<S>& B) {
    V6<S> T = V6<S>::zero();
    for (std::size_t j = 0; j < joint.G.size(); ++j) {
        const S along = dot(joint.xi12G[j], C.T_1) - dot(joint.xi21G[j], C.T_2) - joint.b[j];
        T += along * joint.G[j];
    }
    B.T_1 = T;
    A.T_2 = -T;
    A.T_1 = C.T_1;
    B.T_2 = C.T_2;
}

}  // namespace momentree
