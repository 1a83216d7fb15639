// SPDX-License-Identifier: Apache-2.0
// Effect of a joint's motion on an articulated inertia, like `JointPivot`, with the data kept per
// state in lanes.
#pragma once

#include "core/formulations/batch/symmetric_inertia.hpp"
#include "core/formulations/shared/joint_pivot.hpp"

namespace momentree {

template <typename J, typename L>
struct LanePivot {
    static constexpr int nu = J::nu;
    using Motion = MotionSpace<J, L>;
    std::array<V6<L>, static_cast<std::size_t>(nu)> Y;  ///< ME Mj^-1
    VecN<L, nu> u;                                      ///< Mj^-1 (p - d)

    /// In place: M becomes M', D becomes D'.
    MOMENTREE_INLINE void eliminate(const Motion& H, const L* p, SymmetricInertia<L>& M, V6<L>& D) {
        constexpr auto count = static_cast<std::size_t>(nu);
        std::array<V6<L>, count> MH;
        const auto columns = H.columns();
        for (std::size_t j = 0; j < count; ++j)
            MH[j] = turnsOnly<Motion> ? M.turning(columns[j].a) : M * columns[j];
        Eigen::Matrix<L, nu, nu> Mj;
        for (int j = 0; j < nu; ++j) Mj.col(j) = H.along(MH[static_cast<std::size_t>(j)]);
        const Eigen::Matrix<L, nu, nu> MjInv = spdInverse(Mj);
        const VecN<L, nu> rest = Eigen::Map<const VecN<L, nu>>(p) - H.along(D);
        u = MjInv * rest;
        for (int j = 0; j < nu; ++j) {
            V6<L>& y = Y[static_cast<std::size_t>(j)];
            y = MjInv(0, j) * MH[0];
            for (int k = 1; k < nu; ++k) y += MjInv(k, j) * MH[static_cast<std::size_t>(k)];
            D += rest[j] * y;
        }
        for (std::size_t j = 0; j < count; ++j) M.subtractOuter(Y[j], MH[j]);
    }
    /// u = Mj^-1 (p - d) - Y^T W.
    MOMENTREE_INLINE VecN<L, nu> speeds(const Motion& /*H*/, const V6<L>& W) const {
        VecN<L, nu> speeds = u;
        for (int j = 0; j < nu; ++j) speeds[j] -= dot(Y[static_cast<std::size_t>(j)], W);
        return speeds;
    }
};

/// Fixed: nothing is eliminated.
template <typename L>
struct LanePivot<Fixed, L> {};

/// With the world axes as basis the pivot is C, and only A' = A - B C^-1 B^T remains.
template <typename L>
struct LanePivot<Spherical, L> {
    using Motion = MotionSpace<Spherical, L>;
    M3<L> G;  ///< B C^-1
    V3<L> w;  ///< C^-1 (R p - D_a)

    MOMENTREE_INLINE void eliminate(const Motion& H, const L* p, SymmetricInertia<L>& M, V6<L>& D) {
        const Six<L> CInv = M.C.inverse();
        G = {CInv.xx * M.B.x + CInv.xy * M.B.y + CInv.xz * M.B.z,
             CInv.xy * M.B.x + CInv.yy * M.B.y + CInv.yz * M.B.z,
             CInv.xz * M.B.x + CInv.yz * M.B.y + CInv.zz * M.B.z};
        const V3<L> world = H.R * V3<L>::load(p), rest = world - D.a;
        w = CInv * rest;
        D = {D.l + G * rest, world};
        M.A.subtractOuter(G.x, M.B.x);
        M.A.subtractOuter(G.y, M.B.y);
        M.A.subtractOuter(G.z, M.B.z);
        M.B = M3<L>::zero();
        M.C = Six<L>::zero();
    }
    MOMENTREE_INLINE VecN<L, 3> speeds(const Motion& H, const V6<L>& W) const {
        return H.R.along(w - G.along(W.l) - W.a).eigen();
    }
};

}  // namespace momentree
