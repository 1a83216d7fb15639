// SPDX-License-Identifier: Apache-2.0
// The functions of the accelerator for mechanisms in space: HDCA with 6x6 matrices. Spatial vectors
// are [linear; angular] about a handle in world axes. The same templates compute with numbers and
// record the hardware's programs; both depend on the order of their operations.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "fpga_link/functions/pivoted_rows.hpp"

namespace momentree::fpga::functions {

template <class S>
using Vector3 = std::array<S, 3>;
template <class S>
using Vector6 = std::array<S, 6>;

/// Component c of a x b.
template <class S>
S cross(const Vector3<S>& a, const Vector3<S>& b, std::size_t c) {
    const std::size_t i = (c + 1) % 3, j = (c + 2) % 3;
    return a[i] * b[j] - a[j] * b[i];
}

/// The rows of the upper triangle of a symmetric matrix.
template <class S, std::size_t size>
struct Triangle : std::array<S, size*(size + 1) / 2> {
    static constexpr std::size_t index(std::size_t r, std::size_t c) {
        return r <= c ? r * (2 * size - 1 - r) / 2 + c : index(c, r);
    }
    S& operator()(std::size_t r, std::size_t c) { return (*this)[index(r, c)]; }
    const S& operator()(std::size_t r, std::size_t c) const { return (*this)[index(r, c)]; }
};

/// Row-major.
template <class S>
struct Matrix6 : std::array<S, 36> {
    S& operator()(std::size_t r, std::size_t c) { return (*this)[6 * r + c]; }
    const S& operator()(std::size_t r, std::size_t c) const { return (*this)[6 * r + c]; }
};

/// a_0 b_0 + a_1 b_1 + ...
/// @param a, b functions of the index
template <class A, class B>
auto sumOfProducts(std::size_t count, const A& a, const B& b) {
    auto sum = a(0) * b(0);
    for (std::size_t k = 1; k < count; ++k) sum = sum + a(k) * b(k);
    return sum;
}
template <class Matrix, class S>
Vector6<S> product(const Matrix& matrix, const Vector6<S>& vector) {
    Vector6<S> result;
    for (std::size_t r = 0; r < 6; ++r)
        result[r] = sumOfProducts(
            6, [&](std::size_t k) { return matrix(r, k); },
            [&](std::size_t k) { return vector[k]; });
    return result;
}

/// A body or a compound with its two handles, 90 words; xi12 = xi21^T is not stored.
template <class S>
struct SpatialNode {
    Triangle<S, 6> xi11;
    Matrix6<S> xi21;
    Triangle<S, 6> xi22;
    Vector6<S> xi10, xi20;
};

/// The 19 words that determine a body's node.
template <class S>
struct SpatialBody {
    S inverseMass;                  ///< [1/kg]
    Triangle<S, 3> inverseInertia;  ///< about the centre of mass, world axes [1/(kg m2)]
    Vector3<S> s1, s2;              ///< centre of mass from handles 1 and 2, world axes [m]
    Vector6<S> momentum;            ///< of both joints, about handle 1
};

/// The 30 words of a joint between two nodes. Each of its constraints is a direction of a force or
/// of a torque, so that a joint with m degrees of freedom has 6 - m of them; the rest are zero.
template <class S>
struct SpatialJoint {
    std::array<Vector3<S>, 3> forces, torques;  ///< directions, world axes
    Vector6<S> absent;  ///< zero for a constraint, otherwise a number of the size of its compliance
    Vector6<S> motion;  ///< prescribed velocity of the outboard side relative to the inboard one

    /// Constraint k: force or torque, and the first of its rows in a spatial vector.
    const Vector3<S>& direction(std::size_t k) const { return k < 3 ? forces[k] : torques[k - 3]; }
    static constexpr std::size_t firstRow(std::size_t k) { return k < 3 ? 0 : 3; }
};

/// For disassembly, 78 words: impulses of the constraints are W_B T_2 - W_A T_1 + beta, (35)-(37).
template <class S>
struct SpatialImpulses {
    Matrix6<S> W_A, W_B;
    Vector6<S> beta;
};

/// xi of one body in closed form.
template <class S>
SpatialNode<S> bodyUpdate(const SpatialBody<S>& body) {
    SpatialNode<S> node;
    const Triangle<S, 3>& Ji = body.inverseInertia;
    // P = s~ Ji
    const auto lever = [&](const Vector3<S>& s) {
        std::array<Vector3<S>, 3> rows;
        for (std::size_t c = 0; c < 3; ++c) {
            const Vector3<S> column{Ji(0, c), Ji(1, c), Ji(2, c)};
            for (std::size_t r = 0; r < 3; ++r) rows[r][c] = cross(s, column, r);
        }
        return rows;
    };
    const auto P1 = lever(body.s1), P2 = lever(body.s2);
    const auto inLine = [&](std::size_t r, std::size_t c, const S& entry) {
        return r == c ? body.inverseMass + entry : entry;
    };
    // The blocks [1/m - P s~, P; P^T, Ji]. Row r of -P s~ is s x (row r of P).
    const auto atOneHandle = [&](Triangle<S, 6>& xi, const auto& P, const Vector3<S>& s) {
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) {
                xi(r, c + 3) = P[r][c];
                if (c < r) continue;
                xi(r, c) = inLine(r, c, cross(s, P[r], c));
                xi(r + 3, c + 3) = Ji(r, c);
            }
    };
    atOneHandle(node.xi11, P1, body.s1);
    atOneHandle(node.xi22, P2, body.s2);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            node.xi21(r, c) = inLine(r, c, cross(body.s1, P2[r], c));
            node.xi21(r, c + 3) = P2[r][c];
            node.xi21(r + 3, c) = P1[c][r];
            node.xi21(r + 3, c + 3) = Ji(r, c);
        }
    node.xi10 = product(node.xi11, body.momentum);
    node.xi20 = product(node.xi21, body.momentum);
    return node;
}

/// What assembly needs of both nodes in the directions of the constraints: D^T xi21^A and D^T
/// xi12^B.
template <class S>
struct SpatialCut {
    Matrix6<S> a, b;
    SpatialImpulses<S> impulses;
};

/// (33), (35)-(37). The compliance of the constraints is inverted by LDUP factors.
/// @param rows room for the inversion
template <class S>
SpatialCut<S> cutBetween(const SpatialNode<S>& A, const SpatialNode<S>& B,
                         const SpatialJoint<S>& joint, PivotedRows<S, 6>& rows) {
    SpatialCut<S> cut;
    /// D^T v for constraint k.
    const auto along = [&](std::size_t k, const auto& v) {
        return sumOfProducts(
            3, [&](std::size_t i) { return joint.direction(k)[i]; },
            [&](std::size_t i) { return v(joint.firstRow(k) + i); });
    };
    Triangle<S, 6> X;
    for (std::size_t i = 0; i < X.size(); ++i) X[i] = B.xi11[i] + A.xi22[i];
    Matrix6<S> XD;
    // D^T X D is symmetric: below the diagonal, X D is not read where rows turn and columns push.
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t k = r < 3 ? 0 : 3; k < 6; ++k)
            XD(r, k) = along(k, [&](std::size_t i) { return X(r, i); });
    for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t l = k; l < 6; ++l) {
            const S entry = along(k, [&](std::size_t i) { return XD(i, l); });
            const int row = static_cast<int>(k), column = static_cast<int>(l);
            if (k == l) {
                rows.set(row, column, entry + joint.absent[k]);
            } else {
                rows.set(row, column, entry);
                rows.set(column, row, entry);
            }
        }
    ldupInverse(rows);
    Vector6<S> gap;
    for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t c = 0; c < 6; ++c) {
            cut.a(k, c) = along(k, [&](std::size_t i) { return A.xi21(i, c); });
            cut.b(k, c) = along(k, [&](std::size_t i) { return B.xi21(c, i); });
        }
    }
    Vector6<S> parting;
    for (std::size_t i = 0; i < 6; ++i) parting[i] = B.xi10[i] - A.xi20[i] - joint.motion[i];
    for (std::size_t k = 0; k < 6; ++k)
        gap[k] = along(k, [&](std::size_t i) { return parting[i]; });
    const auto times = [&](std::size_t k, const auto& column) {
        return sumOfProducts(
            6,
            [&](std::size_t l) {
                return -rows.inverseAt(static_cast<int>(k), static_cast<int>(l));
            },
            column);
    };
    for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t c = 0; c < 6; ++c) {
            cut.impulses.W_A(k, c) = times(k, [&](std::size_t l) { return cut.a(l, c); });
            cut.impulses.W_B(k, c) = times(k, [&](std::size_t l) { return cut.b(l, c); });
        }
        cut.impulses.beta[k] = times(k, [&](std::size_t l) { return gap[l]; });
    }
    return cut;
}

/// The compound of A (inboard) and B (outboard), (27)-(32).
template <class S>
SpatialNode<S> assembled(const SpatialNode<S>& A, const SpatialNode<S>& B,
                         const SpatialCut<S>& cut) {
    SpatialNode<S> C;
    const auto& [W_A, W_B, beta] = cut.impulses;
    const auto through = [&](const Matrix6<S>& side, std::size_t r, const auto& column) {
        return sumOfProducts(
            6, [&](std::size_t k) { return side(k, r); }, column);
    };
    for (std::size_t r = 0; r < 6; ++r) {
        for (std::size_t c = 0; c < 6; ++c) {
            const auto ofA = [&](std::size_t k) { return W_A(k, c); };
            const auto ofB = [&](std::size_t k) { return W_B(k, c); };
            C.xi21(r, c) = through(cut.b, r, [&](std::size_t k) { return -W_A(k, c); });
            if (c < r) continue;
            C.xi11(r, c) = A.xi11(r, c) + through(cut.a, r, ofA);
            C.xi22(r, c) = B.xi22(r, c) + through(cut.b, r, ofB);
        }
        const auto ofBeta = [&](std::size_t k) { return beta[k]; };
        C.xi10[r] = A.xi10[r] - through(cut.a, r, ofBeta);
        C.xi20[r] = B.xi20[r] + through(cut.b, r, ofBeta);
    }
    return C;
}

}  // namespace momentree::fpga::functions
