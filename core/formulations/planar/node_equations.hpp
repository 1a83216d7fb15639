// SPDX-License-Identifier: Apache-2.0
// The equations of a node of the divide and conquer in the plane, [Hdca] with its own numbers: the
// solver integrates with them, the accelerator is simulated by them, its microcode is recorded from
// them, and the processor that it is compared with computes by them.
//
// Vectors are [x, y, angle] about a handle in world axes; H = [0 0 1]^T, D = [I2; 0]. A Node has
// matrices xi11(r, c), xi21(r, c) (with `transpose()`, xi12) and xi22(r, c), vectors xi10[r] and
// xi20[r], and says
//   columns                 of its matrices: 3, or 2 where D^T xi D is all that is needed
//   rows(f)                 calls f(r) row by row, or once for all rows where columns are packed
//   computes(r, c)          false where a symmetric matrix has this entry from the other side
//   plus, minus(x, a, b)    x + a + b and x - a - b in the order that suits its arithmetic
//   gapFirst                whether (30), (32) use W and the gap, which is known before beta
// and, if it can be a single body,
//   turning(v, 1/J)         w = [v; 1] / J
//   spinning(p, 1/J)        p, for products with w
//   compliance(1/m, w, v)       diag(1/m, 1/m, 0) + w [v^T 1], symmetric
//   compliance(1/m, wk, vl, wl) diag(1/m, 1/m, 0) + wk [vl^T 1], wl = [vl; 1] / J
// The scalar is anything with + - * and `reciprocal`.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "core/formulations/planar/flat.hpp"

namespace momentree::planar {

/// Handles of a compound where impulses act; what belongs to others is neither used nor computed.
template <bool atInboard = true, bool atOutboard = true>
struct Active {
    static constexpr bool inboard = atInboard, outboard = atOutboard;
};

/// f(Active<inboard, outboard>()).
template <typename F>
void withActive(bool inboard, bool outboard, const F& f) {
    if (inboard)
        outboard ? f(Active<true, true>()) : f(Active<true, false>());
    else
        outboard ? f(Active<false, true>()) : f(Active<false, false>());
}

/// f(0) ... f(n - 1) with constants.
template <int n, typename F>
[[gnu::always_inline]] inline void forEachConstant(const F& f) {
    const auto all = [&]<int... k>(std::integer_sequence<int, k...>) {
        (f(std::integral_constant<int, k>()), ...);
    };
    all(std::make_integer_sequence<int, n>());
}

/// Inverse of [a b; c d] by its adjugate, [Hdca] (53), with one division. Not finite where the
/// matrix is singular.
template <typename S>
std::array<S, 4> adjugateInverse(const std::array<S, 4>& matrix) {
    const auto& [a, b, c, d] = matrix;
    const S inverse = reciprocal(a * d - b * c);
    return {d * inverse, (-b) * inverse, (-c) * inverse, a * inverse};
}

/// xi of one body, (15)-(19). An impulse at handle k turns it by w_k^T, w_k = [v_k; 1] / J.
/// @param s1, s2 from handles 1 and 2 to the centre of mass @param p joint momentum at handle 1
/// less that at handle 2, along the normal
template <typename Node, typename S, typename Vector>
[[gnu::always_inline]] inline void initialise(const S& inverseMass, const S& inverseInertia,
                                              const Vector& s1, const Vector& s2, const S& p,
                                              Node& leaf) {
    const Vector v1{s1[1], -s1[0]}, v2{s2[1], -s2[0]};
    const auto w1 = Node::turning(v1, inverseInertia), w2 = Node::turning(v2, inverseInertia);
    const auto spin = Node::spinning(p, inverseInertia);
    leaf.xi11 = Node::compliance(inverseMass, w1, v1);
    leaf.xi21 = Node::compliance(inverseMass, w2, v1, w1);
    leaf.xi22 = Node::compliance(inverseMass, w2, v2);
    leaf.xi10 = spin * w1;
    leaf.xi20 = spin * w2;
}

/// D^T (xi10^B - xi20^A): how fast the sides of a joint part without an impulse in it.
template <typename Node>
[[gnu::always_inline]] inline auto gapBetween(const Node& A, const Node& B) {
    return std::array{B.xi10[0] - A.xi20[0], B.xi10[1] - A.xi20[1]};
}

/// W_A (35), W_B (36) and beta (37) of the joint between A (inboard) and B (outboard).
/// @param inverse of a 2x2 matrix, both row by row
template <typename Node, typename Joint, typename Inverse, typename At = Active<>>
[[gnu::always_inline]] inline void join(const Node& A, const Node& B, const Inverse& inverse,
                                        Joint& joint, At active = {}) {
    const auto sum = [&](int r, int c) { return -B.xi11(r, c) - A.xi22(r, c); };
    const auto C = inverse(std::array{sum(0, 0), sum(0, 1), sum(1, 0), sum(1, 1)});  // (33)
    const auto gap = gapBetween(A, B);
    const auto a = A.xi21.transpose(), b = B.xi21;
    forEachConstant<2>([&](auto k) {
        const auto &C0 = C[2 * k], &C1 = C[2 * k + 1];
        Node::rows([&](auto r) {
            if (active.inboard) joint.W_A(k, r) = C0 * a(r, 0) + C1 * a(r, 1);
            if (active.outboard) joint.W_B(k, r) = C0 * b(r, 0) + C1 * b(r, 1);
        });
        joint.beta[k] = C0 * gap[0] + C1 * gap[1];
    });
}

/// C = A joined with B: xi11 (27), xi21 by (28), xi22 (29), xi10 (30), xi20 (32).
template <typename Node, typename Joint, typename At = Active<>>
[[gnu::always_inline]] inline void assemble(const Node& A, const Node& B, const Joint& joint,
                                            Node& C, At active = {}) {
    const auto &W_A = joint.W_A, &W_B = joint.W_B;
    const auto a = A.xi21.transpose(), b = B.xi21;
    Node::rows([&](auto r) {
        forEachConstant<Node::columns>([&](auto c) {
            if (active.inboard && active.outboard)
                C.xi21(r, c) = (-b(r, 0)) * W_A(0, c) - b(r, 1) * W_A(1, c);
            if (!Node::computes(r, c)) return;
            if (active.inboard)
                C.xi11(r, c) = Node::plus(A.xi11(r, c), a(r, 0) * W_A(0, c), a(r, 1) * W_A(1, c));
            if (active.outboard)
                C.xi22(r, c) = Node::plus(B.xi22(r, c), b(r, 0) * W_B(0, c), b(r, 1) * W_B(1, c));
        });
        // xi12^A D beta = W_A^T gap and xi21^B D beta = W_B^T gap.
        if constexpr (Node::gapFirst) {
            const auto gap = gapBetween(A, B);
            if (active.inboard)
                C.xi10[r] = Node::minus(A.xi10[r], W_A(0, r) * gap[0], W_A(1, r) * gap[1]);
            if (active.outboard)
                C.xi20[r] = Node::plus(B.xi20[r], W_B(0, r) * gap[0], W_B(1, r) * gap[1]);
        } else {
            const auto& beta = joint.beta;
            C.xi10[r] = Node::minus(A.xi10[r], a(r, 0) * beta[0], a(r, 1) * beta[1]);
            C.xi20[r] = Node::plus(B.xi20[r], b(r, 0) * beta[0], b(r, 1) * beta[1]);
        }
    });
}

/// T_1^B = -T_2^A = W_B T_2 - W_A T_1 + beta, (45), (46).
template <typename Joint, typename S, typename At = Active<>>
[[gnu::always_inline]] inline Flat<S> impulse(const Joint& joint, const Flat<S>& T_1,
                                              const Flat<S>& T_2, At active = {}) {
    const auto times = [](const auto& W, const Flat<S>& T) {
        return Flat<S>{W(0, 0) * T.x + W(0, 1) * T.y, W(1, 0) * T.x + W(1, 1) * T.y};
    };
    Flat<S> T = joint.beta;
    if (active.inboard) T = T - times(joint.W_A, T_1);
    if (active.outboard) T = T + times(joint.W_B, T_2);
    return T;
}

}  // namespace momentree::planar
