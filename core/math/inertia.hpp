// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/packed.hpp"

namespace momentree {

/// Spatial inertia [[A, B], [B^T, C]] about some point: [p_l; p_a] = M [v; w]. A and C are
/// symmetric; `addShifted` keeps them so to the last bit, since an articulated inertia that is
/// never symmetrised makes long spherical chains exponentially unstable.
template <typename S>
struct Inertia {
    M3<S> A, B, C;

    MOMENTREE_INLINE V6<S> operator*(const V6<S>& V) const {
        return {A * V.l + B * V.a, C * V.a + B.along(V.l)};
    }
    Mat6<S> full() const {
        Mat6<S> M;
        M << A.eigen(), B.eigen(), B.eigen().transpose(), C.eigen();
        return M;
    }
    /// Adds S(r) M S(r)^T: the inertia M about a point O + r seen from O.
    MOMENTREE_INLINE void addShifted(V3<S> r, const Inertia& M) {
        const M3<S> Ar = cross(M.A, r);
        A += symmetric(M.A);
        B += M.B + S(-1) * Ar;
        // C + r~ B + (r~ B)^T - r~ A r~ = G + G^T
        const M3<S> G = S(0.5) * M.C + cross(r, M.B + S(-0.5) * Ar);
        C += G + G.transpose();
    }
};

/// Inertia about O of a body with its centre of mass at O + s. @param J about the centre of mass
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
