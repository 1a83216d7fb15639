// SPDX-License-Identifier: Apache-2.0
// The single functions of the accelerator: planar HDCA of [Hdca] with full 3x3 matrices. The same
// templates compute with numbers and record the hardware's programs; both depend on the order of
// their operations.
#pragma once

#include <array>
#include <cstddef>

#include "fpga_link/functions/pivoted_rows.hpp"

namespace momentree::fpga::functions {

template <class S>
using Matrix3 = std::array<S, 9>;  ///< row-major

/// A body or a compound with its two handles, the 33 words of a register window. Planar vectors are
/// [x, y, angle]. xi12 = xi21^T is not stored.
template <class S>
struct PlanarNode {
    Matrix3<S> xi11, xi21, xi22;
    std::array<S, 3> xi10, xi20;
};

/// Data of the joint between two nodes for disassembly, (35)-(37).
template <class S>
struct PlanarJoint {
    std::array<S, 6> W_A, W_B;  ///< 2x3, row-major
    std::array<S, 2> beta;
};

/// The eight words that determine one body's window.
template <class S>
struct PlanarBody {
    S inverseMass, inverseInertia;  ///< [1/kg], about the centre of mass [1/(kg m2)]
    std::array<S, 2> s1, s2;        ///< centre of mass from handles 1 and 2, world axes [m]
    S p1, p2;                       ///< joint momenta at handles 1 and 2
};

/// Inverse of the 2x2 matrix [a b; c d] by its adjugate, (53); one reciprocal.
template <class S>
std::array<S, 4> adjugateInverse(const std::array<S, 4>& matrix) {
    const auto& [a, b, c, d] = matrix;
    const S inverse = reciprocal(a * d - b * c);
    return {d * inverse, (-b) * inverse, (-c) * inverse, a * inverse};
}

/// xi of one body, (13)-(19): v_k = (s_ky, -s_kx), w_k = v_k / J, xi_kl = [I/m + w_k v_l^T, w_k;
/// w_l^T, 1/J].
template <class S>
PlanarNode<S> bodyUpdate(const PlanarBody<S>& body) {
    const std::array<S, 2> v1{body.s1[1], -body.s1[0]};
    const std::array<S, 2> v2{body.s2[1], -body.s2[0]};
    const S im = body.inverseMass;
    const S iJ = body.inverseInertia;
    const std::array<S, 2> w1{v1[0] * iJ, v1[1] * iJ};
    const std::array<S, 2> w2{v2[0] * iJ, v2[1] * iJ};
    const S xy1 = w1[0] * v1[1];
    const S xy2 = w2[0] * v2[1];
    const S p = body.p1 - body.p2;
    const S turn = p * iJ;
    PlanarNode<S> node;
    node.xi11 = {im + w1[0] * v1[0], xy1, w1[0], xy1, im + w1[1] * v1[1], w1[1], w1[0], w1[1], iJ};
    node.xi21 = {im + w2[0] * v1[0],
                 w2[0] * v1[1],
                 w2[0],
                 w2[1] * v1[0],
                 im + w2[1] * v1[1],
                 w2[1],
                 w1[0],
                 w1[1],
                 iJ};
    node.xi22 = {im + w2[0] * v2[0], xy2, w2[0], xy2, im + w2[1] * v2[1], w2[1], w2[0], w2[1], iJ};
    node.xi10 = {p * w1[0], p * w1[1], turn};
    node.xi20 = {p * w2[0], p * w2[1], turn};
    return node;
}

/// base + x^T M^T D W for a 3-vector by its first two elements x and one column of W.
template <class S>
S joined(const S& base, const S& x0, const S& x1, const S& y0, const S& y1) {
    return base + (x0 * y0 + x1 * y1);
}

/// C = -(D^T (xi11^B + xi22^A) D)^-1, (33); W_A, W_B and beta, (35)-(37).
template <class S>
PlanarJoint<S> jointBetween(const PlanarNode<S>& A, const PlanarNode<S>& B) {
    const auto sum = [&](std::size_t i) { return -B.xi11[i] - A.xi22[i]; };
    const std::array<S, 4> C = adjugateInverse<S>({sum(0), sum(1), sum(3), sum(4)});
    const std::array<S, 2> b{B.xi10[0] - A.xi20[0], B.xi10[1] - A.xi20[1]};
    PlanarJoint<S> joint;
    for (std::size_t row = 0; row < 2; ++row) {
        const S& C0 = C[2 * row];
        const S& C1 = C[2 * row + 1];
        for (std::size_t column = 0; column < 3; ++column) {
            joint.W_A[3 * row + column] = C0 * A.xi21[column] + C1 * A.xi21[3 + column];
            joint.W_B[3 * row + column] = C0 * B.xi21[3 * column] + C1 * B.xi21[3 * column + 1];
        }
        joint.beta[row] = C0 * b[0] + C1 * b[1];
    }
    return joint;
}

/// The compound of A (inboard) and B (outboard), (27)-(32).
template <class S>
PlanarNode<S> assembled(const PlanarNode<S>& A, const PlanarNode<S>& B,
                        const PlanarJoint<S>& joint) {
    PlanarNode<S> C;
    for (std::size_t row = 0; row < 3; ++row) {
        // Rows of xi12^A D and of xi21^B D.
        const S& a0 = A.xi21[row];
        const S& a1 = A.xi21[3 + row];
        const S& b0 = B.xi21[3 * row];
        const S& b1 = B.xi21[3 * row + 1];
        for (std::size_t column = 0; column < 3; ++column) {
            const std::size_t i = 3 * row + column;
            const S& A0 = joint.W_A[column];
            const S& A1 = joint.W_A[3 + column];
            C.xi21[i] = (-b0) * A0 - b1 * A1;
            const std::size_t mirrored = 3 * column + row;
            const bool known = column < row;
            C.xi11[i] = known ? C.xi11[mirrored] : joined(A.xi11[i], a0, a1, A0, A1);
            C.xi22[i] = known ? C.xi22[mirrored]
                              : joined(B.xi22[i], b0, b1, joint.W_B[column], joint.W_B[3 + column]);
        }
        C.xi10[row] = A.xi10[row] - (a0 * joint.beta[0] + a1 * joint.beta[1]);
        C.xi20[row] = joined(B.xi20[row], b0, b1, joint.beta[0], joint.beta[1]);
    }
    return C;
}

/// Inverse of a 4x4 matrix by LDUP factors with row pivoting, (60)-(82): 60 products, 36 sums,
/// 4 reciprocals.
template <class S>
void ldupInverse(PivotedRows<S>& matrix) {
    std::array<S, 4> c;  // inverse pivots
    for (int k = 0; k < 4; ++k) {
        for (int i = k + 1; i < 4; ++i) matrix.order(k, i);
        c[k] = reciprocal(matrix.at(k, k));
        for (int i = k + 1; i < 4; ++i) {
            matrix.set(i, k, matrix.at(i, k) * c[k]);
            for (int j = k + 1; j < 4; ++j)
                matrix.set(i, j, matrix.at(i, j) - matrix.at(i, k) * matrix.at(k, j));
        }
    }
    // Inverses of both unit triangles by (78); of the upper one transposed.
    S lower[4][4], upper[4][4], u[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j) u[i][j] = c[i] * matrix.at(i, j);
    for (int distance = 1; distance < 4; ++distance)
        for (int j = 0; j + distance < 4; ++j) {
            const int i = j + distance;
            S low = matrix.at(i, j);
            S up = u[j][i];
            for (int k = j + 1; k < i; ++k) {
                low = low + lower[i][k] * matrix.at(k, j);
                up = up + upper[k][i] * u[j][k];
            }
            lower[i][j] = -low;
            upper[j][i] = -up;
        }
    // Y = B L^-1 with B = U^-1 D^-1, (80)-(82).
    S b[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = i; j < 4; ++j) b[i][j] = i == j ? c[i] : upper[i][j] * c[j];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            const int first = i > j ? i : j;
            S y = i > j ? b[i][i] * lower[i][j] : b[i][j];
            for (int k = first + 1; k < 4; ++k) y = y + b[i][k] * lower[k][j];
            matrix.setInverse(i, j, y);
        }
}

}  // namespace momentree::fpga::functions
