// SPDX-License-Identifier: Apache-2.0
// The single functions of the accelerator: planar HDCA of [Hdca] with full 3x3 matrices. The same
// templates compute with numbers and record the hardware's programs; both depend on the order of
// their operations.
#pragma once

#include <array>
#include <cstddef>

#include "core/formulations/planar/node_equations.hpp"
#include "fpga_link/functions/pivoted_rows.hpp"

namespace momentree::fpga::functions {

using planar::adjugateInverse;

/// Row-major.
template <class S, std::size_t rows>
struct Matrix : std::array<S, 3 * rows> {
    S& operator()(int r, int c) { return (*this)[3 * r + c]; }
    const S& operator()(int r, int c) const { return (*this)[3 * r + c]; }
    Matrix transpose() const requires(rows == 3) {
        const auto& m = *this;
        return {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
    }
};
template <class S>
using Matrix3 = Matrix<S, 3>;

/// w = [v; 1] / J of a handle. Every element of a body's matrices is computed once.
template <class S>
struct Turning {
    S x, y, angle;
    S across;  ///< w_x v_y = w_y v_x
};
template <class S>
struct Spinning {
    S p, angle;  ///< angle = p / J

    friend std::array<S, 3> operator*(const Spinning& spin, const Turning<S>& w) {
        return {spin.p * w.x, spin.p * w.y, spin.angle};
    }
};

/// A body or a compound with its two handles, the 33 words of a register window. Planar vectors are
/// [x, y, angle]. xi12 = xi21^T is not stored.
template <class S>
struct PlanarNode {
    Matrix3<S> xi11, xi21, xi22;
    std::array<S, 3> xi10, xi20;

    static Turning<S> turning(const std::array<S, 2>& v, const S& inverseInertia) {
        const S x = v[0] * inverseInertia, y = v[1] * inverseInertia;
        return {x, y, inverseInertia, x * v[1]};
    }
    static Spinning<S> spinning(const S& p, const S& inverseInertia) {
        return {p, p * inverseInertia};
    }
    static Matrix3<S> compliance(const S& inverseMass, const Turning<S>& w,
                                 const std::array<S, 2>& v) {
        return {inverseMass + w.x * v[0],
                w.across,
                w.x,
                w.across,
                inverseMass + w.y * v[1],
                w.y,
                w.x,
                w.y,
                w.angle};
    }
    static Matrix3<S> compliance(const S& inverseMass, const Turning<S>& wk,
                                 const std::array<S, 2>& vl, const Turning<S>& wl) {
        return {inverseMass + wk.x * vl[0],
                wk.x * vl[1],
                wk.x,
                wk.y * vl[0],
                inverseMass + wk.y * vl[1],
                wk.y,
                wl.x,
                wl.y,
                wl.angle};
    }

    static constexpr int columns = 3;
    static constexpr bool gapFirst = false;
    template <class F>
    static void rows(const F& f) {
        planar::forEachConstant<3>(f);
    }
    static constexpr bool computes(int row, int column) { return row <= column; }
    static S plus(const S& x, const S& a, const S& b) { return x + (a + b); }
    static S minus(const S& x, const S& a, const S& b) { return x - (a + b); }
};

/// Data of the joint between two nodes for disassembly, (35)-(37).
template <class S>
struct PlanarJoint {
    Matrix<S, 2> W_A, W_B;
    std::array<S, 2> beta;
};

/// The eight words that determine one body's window.
template <class S>
struct BodyWindow {
    S inverseMass, inverseInertia;  ///< [1/kg], about the centre of mass [1/(kg m2)]
    std::array<S, 2> s1, s2;        ///< centre of mass from handles 1 and 2, world axes [m]
    S p1, p2;                       ///< joint momenta at handles 1 and 2
};

/// xi of one body, (13)-(19).
template <class S>
PlanarNode<S> bodyUpdate(const BodyWindow<S>& body) {
    PlanarNode<S> node;
    planar::initialise(body.inverseMass, body.inverseInertia, body.s1, body.s2, body.p1 - body.p2,
                       node);
    return node;
}

/// (33), (35)-(37).
template <class S>
PlanarJoint<S> jointBetween(const PlanarNode<S>& A, const PlanarNode<S>& B) {
    PlanarJoint<S> joint;
    planar::join(A, B, adjugateInverse<S>, joint);
    return joint;
}

/// The compound of A (inboard) and B (outboard), (27)-(32).
template <class S>
PlanarNode<S> assembled(const PlanarNode<S>& A, const PlanarNode<S>& B,
                        const PlanarJoint<S>& joint) {
    PlanarNode<S> C;
    planar::assemble(A, B, joint, C);
    for (int row = 1; row < 3; ++row)
        for (int column = 0; column < row; ++column) {
            C.xi11(row, column) = C.xi11(column, row);
            C.xi22(row, column) = C.xi22(column, row);
        }
    return C;
}

}  // namespace momentree::fpga::functions
