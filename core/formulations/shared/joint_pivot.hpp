// SPDX-License-Identifier: Apache-2.0
// The articulated inertia seen through a joint: the Schur complement on its motion subspace, used
// by the O(n) recursions in momenta and in accelerations.
#pragma once

#include "core/joints/per_joint.hpp"
#include "core/kinematics/motion_space.hpp"
#include "core/math/spd_inverse.hpp"

namespace momentree {

/// Whether a joint's directions have no linear part, so that products with zeros can be skipped.
template <typename Motion>
inline constexpr bool turnsOnly = false;
template <typename S>
inline constexpr bool turnsOnly<MotionSpace<Revolute, S>> = true;
template <typename S>
inline constexpr bool turnsOnly<MotionSpace<Universal, S>> = true;
template <typename S>
inline constexpr bool turnsOnly<MotionSpace<Spherical, S>> = true;

/// Effect of a joint by its directions h: columns of Y and Mj^-1, and Mj^-1 (p - H^T D).
template <int nu, typename S>
struct PivotColumns {
    std::array<V6<S>, static_cast<std::size_t>(nu)> h, Y;
    Eigen::Matrix<S, nu, nu> MjInv;
    VecN<S, nu> u;
};

/// M' = M - Y (M H)^T with Y = M H Mj^-1, Mj = H^T M H; Y and Mj^-1 are stored.
template <typename J, typename S>
struct JointPivot {
    static constexpr int nu = J::nu;
    using Motion = MotionSpace<J, S>;
    std::array<V6<S>, static_cast<std::size_t>(nu)> Y;
    Eigen::Matrix<S, nu, nu> MjInv;

    /// In place: M becomes M'.
    MOMENTREE_INLINE void eliminate(const Motion& H, Inertia<S>& M) {
        const auto MH = H.of(M);
        Eigen::Matrix<S, nu, nu> Mj;
        for (int j = 0; j < nu; ++j) Mj.col(j) = H.along(MH[static_cast<std::size_t>(j)]);
        MjInv = spdInverse(Mj);
        for (int j = 0; j < nu; ++j) {
            V6<S>& y = Y[static_cast<std::size_t>(j)];
            y = MjInv(0, j) * MH[0];
            for (int i = 1; i < nu; ++i) y += MjInv(i, j) * MH[static_cast<std::size_t>(i)];
        }
        for (std::size_t j = 0; j < nu; ++j) {
            M.A.subtractOuter(Y[j].l, MH[j].l);
            M.B.subtractOuter(Y[j].l, MH[j].a);
            M.C.subtractOuter(Y[j].a, MH[j].a);
        }
    }
    /// D' = D + Y (p - H^T D).
    MOMENTREE_INLINE V6<S> inward(const Motion& H, const VecN<S, nu>& p, const V6<S>& D) const {
        return passed(p - H.along(D), D);
    }
    /// D + Y rest, rest along the directions of `columns`.
    MOMENTREE_INLINE V6<S> passed(const VecN<S, nu>& rest, V6<S> D) const {
        for (int j = 0; j < nu; ++j) D += rest[j] * Y[static_cast<std::size_t>(j)];
        return D;
    }
    /// u = Mj^-1 (p - H^T D) - Y^T W.
    MOMENTREE_INLINE VecN<S, nu> speeds(const Motion& H, const VecN<S, nu>& p, const V6<S>& D,
                                        const V6<S>& W) const {
        const VecN<S, nu> rest = p - H.along(D);
        VecN<S, nu> u = MjInv * rest;
        for (int j = 0; j < nu; ++j) u[j] -= dot(Y[static_cast<std::size_t>(j)], W);
        return u;
    }
    /// @param D of the inward recursion
    MOMENTREE_INLINE PivotColumns<nu, S> columns(const Motion& H, const VecN<S, nu>& p,
                                                 const V6<S>& D) const {
        return {H.columns(), Y, MjInv, MjInv * (p - H.along(D))};
    }
};

/// Fixed: nothing is eliminated.
template <typename S>
struct JointPivot<Fixed, S> {};

/// All rotations are free: with the world axes as basis of the subspace, the pivot is C, and only
/// A' = A - B C^-1 B^T remains.
template <typename S>
struct JointPivot<Spherical, S> {
    using Motion = MotionSpace<Spherical, S>;
    M3<S> G;  ///< B C^-1
    M3<S> CInv;

    MOMENTREE_INLINE void eliminate(const Motion& /*H*/, Inertia<S>& M) {
        CInv = symmetricInverse(M.C);
        G = M.B * CInv;
        M.A.subtractOuter(G.x, M.B.x);
        M.A.subtractOuter(G.y, M.B.y);
        M.A.subtractOuter(G.z, M.B.z);
        M.B = M.C = M3<S>::zero();
    }
    MOMENTREE_INLINE V6<S> inward(const Motion& H, const VecN<S, 3>& p, const V6<S>& D) const {
        const V3<S> world = H.R * V3<S>::of(p);
        return {D.l + G * (world - D.a), world};
    }
    MOMENTREE_INLINE V6<S> passed(const VecN<S, 3>& rest, const V6<S>& D) const {
        const V3<S> turning = V3<S>::of(rest);
        return {D.l + G * turning, D.a + turning};
    }
    MOMENTREE_INLINE VecN<S, 3> speeds(const Motion& H, const VecN<S, 3>& p, const V6<S>& D,
                                       const V6<S>& W) const {
        const V3<S> w = CInv * (H.R * V3<S>::of(p) - D.a) - G.along(W.l) - W.a;
        return H.R.along(w).eigen();
    }
    /// In world axes.
    MOMENTREE_INLINE PivotColumns<3, S> columns(const Motion& H, const VecN<S, 3>& p,
                                                const V6<S>& D) const {
        const M3<S> e = M3<S>::diagonal(S(1));
        const V3<S> zero = V3<S>::zero();
        return {{V6<S>{zero, e.x}, V6<S>{zero, e.y}, V6<S>{zero, e.z}},
                {V6<S>{G.x, e.x}, V6<S>{G.y, e.y}, V6<S>{G.z, e.z}},
                CInv.eigen(),
                (CInv * (H.R * V3<S>::of(p) - D.a)).eigen()};
    }
};

/// Eliminates as `pivot` and adds S(r) M' S(r)^T to `carrier`. With one direction M is shifted
/// beside the pivot instead of M' after it: sweeps inward wait for one link after the other.
template <typename J, typename S>
MOMENTREE_INLINE void articulateThrough(JointPivot<J, S>& pivot, const MotionSpace<J, S>& H,
                                        const Inertia<S>& M, V3<S> r, Inertia<S>& carrier) {
    if constexpr (J::nu == 1) {
        const V6<S> MH = H.of(M)[0];
        carrier.addShifted(r, M);
        const V6<S> shifted = shiftWrench(r, MH);
        pivot.MjInv = spdInverse(H.along(MH));
        carrier.subtractSquare(pivot.MjInv(0), shifted);
        pivot.Y[0] = pivot.MjInv(0) * MH;
    } else {
        Inertia<S> rest = M;
        pivot.eliminate(H, rest);
        carrier.addShifted(r, rest);
    }
}

/// The pivots of all joints of a tree.
template <typename S>
PerJoint<JointPivot, S> jointPivots(std::span<const TreeLink<S>> links) {
    PerJoint<JointPivot, S> pivots;
    for (const TreeLink<S>& link : links) pivots.add(link.joint);
    return pivots;
}

}  // namespace momentree
