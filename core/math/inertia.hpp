// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/packed.hpp"

namespace momentree {

/// Symmetric 6x6 matrix [[A, B], [B^T, C]], A and C symmetric: a spatial inertia about some point,
/// [p_l; p_a] = M [v; w], or the compliance of a handle.
template <typename S>
struct Symmetric6 {
    M3<S> A, B, C;

    MOMENTREE_INLINE V6<S> operator*(const V6<S>& V) const {
        return {A * V.l + B * V.a, C * V.a + B.along(V.l)};
    }
    MOMENTREE_INLINE Symmetric6 operator+(const Symmetric6& o) const {
        return {A + o.A, B + o.B, C + o.C};
    }
    /// Adds y y^T; symmetric to the last bit.
    MOMENTREE_INLINE void addSquare(const V6<S>& y) {
        A.addOuter(y.l, y.l);
        B.addOuter(y.l, y.a);
        C.addOuter(y.a, y.a);
    }
    /// Subtracts s y y^T, with products that need not wait for s; symmetric to the last bit.
    MOMENTREE_INLINE void subtractSquare(S s, const V6<S>& y) {
        A += -s * outer(y.l, y.l);
        B += -s * outer(y.l, y.a);
        C += -s * outer(y.a, y.a);
    }
    Mat6<S> full() const {
        Mat6<S> M;
        M << A.eigen(), B.eigen(), B.eigen().transpose(), C.eigen();
        return M;
    }
    static Symmetric6 of(const Mat6<S>& M) {
        return {M3<S>::of(M.template topLeftCorner<3, 3>()),
                M3<S>::of(M.template topRightCorner<3, 3>()),
                M3<S>::of(M.template bottomRightCorner<3, 3>())};
    }
};

/// `addShifted` keeps A and C symmetric to the last bit: without symmetry, articulated inertias
/// make long spherical chains exponentially unstable.
template <typename S>
struct Inertia : Symmetric6<S> {
    using Symmetric6<S>::A, Symmetric6<S>::B, Symmetric6<S>::C;

    /// Adds S(r) M S(r)^T: the inertia M about a point O + r, moved to O.
    MOMENTREE_INLINE void addShifted(V3<S> r, const Inertia& M) {
        const M3<S> Ar = cross(M.A, r);
        A += symmetric(M.A);
        B += M.B + S(-1) * Ar;
        // C + r~ B + (r~ B)^T - r~ A r~ = G + G^T
        const M3<S> G = S(0.5) * M.C + cross(r, M.B + S(-0.5) * Ar);
        C += G + G.transpose();
    }
};

/// Inertia about O of a body with its centre of mass at O + s.
/// @param J about the centre of mass
template <typename S>
MOMENTREE_INLINE Inertia<S> bodyInertia(S mass, V3<S> s, const M3<S>& J) {
    const V3<S> h = mass * s;
    Inertia<S> M;
    M.A = M3<S>::diagonal(mass);
    M.B = {V3<S>::make(S(0), -h[2], h[1]), V3<S>::make(h[2], S(0), -h[0]),
           V3<S>::make(-h[1], h[0], S(0))};  // -m s~
    M.C = J + M3<S>::diagonal(dot(h, s));
    M.C.subtractOuter(s, h);
    return M;
}

/// R J R^T of a symmetric J.
template <typename S>
MOMENTREE_INLINE M3<S> turned(const M3<S>& R, const M3<S>& J) {
    return (R * J).timesTransposed(R);
}

}  // namespace momentree
