// SPDX-License-Identifier: Apache-2.0
// What a joint leaves of an articulated inertia: the Schur complement on its motion subspace, which
// the O(n) recursions in momenta and in accelerations share.
#pragma once

#include "core/joints/per_joint.hpp"
#include "core/kinematics/motion_space.hpp"
#include "core/math/spd_inverse.hpp"

namespace momentree {

/// M' = M - Y (M H)^T with Y = M H Mj^-1, Mj = H^T M H; Y and Mj^-1 are kept.
template <typename J, typename S>
struct JointPivot {
    static constexpr int nu = J::nu;
    using Motion = MotionSpace<J, S>;
    Mat6N<S, nu> Y;
    Eigen::Matrix<S, nu, nu> MjInv;

    /// In place: M becomes M'.
    [[gnu::always_inline]] void eliminate(const Motion& H, Inertia<S>& M) {
        const Mat6N<S, nu> MH = H.of(M);
        Eigen::Matrix<S, nu, nu> Mj;
        for (int j = 0; j < nu; ++j) Mj.col(j) = H.along(MH.col(j));
        MjInv = spdInverse(Mj);
        Y.noalias() = MH * MjInv;
        for (int j = 0; j < nu; ++j) {
            const Vec3<S> Y_l = Y.col(j).template head<3>(), Y_a = Y.col(j).template tail<3>();
            const Vec3<S> l = MH.col(j).template head<3>(), a = MH.col(j).template tail<3>();
            M.A.subtractOuter(Y_l, l);
            M.B.noalias() -= Y_l * a.transpose();
            M.C.subtractOuter(Y_a, a);
        }
    }
    /// D' = D + Y (p - H^T D).
    [[gnu::always_inline]] Vec6<S> inward(const Motion& H, const VecN<S, nu>& p, const Vec6<S>& D) const {
        return D + Y * (p - H.along(D));
    }
    /// u = Mj^-1 (p - H^T D) - Y^T W.
    [[gnu::always_inline]] VecN<S, nu> speeds(const Motion& H, const VecN<S, nu>& p, const Vec6<S>& D,
                       const Vec6<S>& W) const {
        return MjInv * (p - H.along(D)) - Y.transpose() * W;
    }
};

/// No motion: M and D pass unchanged.
template <typename S>
struct JointPivot<Fixed, S> {
    using Motion = MotionSpace<Fixed, S>;
    [[gnu::always_inline]] void eliminate(const Motion& /*H*/, Inertia<S>& /*M*/) {}
};

/// All turns are free: with the world's axes as basis of the subspace the pivot is C, and nothing
/// but A' = A - B C^-1 B^T remains.
template <typename S>
struct JointPivot<Spherical, S> {
    using Motion = MotionSpace<Spherical, S>;
    Mat3<S> G;  ///< B C^-1
    Sym3<S> CInv;

    [[gnu::always_inline]] void eliminate(const Motion& /*H*/, Inertia<S>& M) {
        CInv = inverse(M.C);
        for (int i = 0; i < 3; ++i)
            G.row(i) = (CInv * Vec3<S>(M.B.row(i).transpose())).transpose();
        for (int j = 0; j < 3; ++j) M.A.subtractOuter(G.col(j), M.B.col(j));
        M.B.setZero();
        M.C = Sym3<S>::diagonal(S(0));
    }
    [[gnu::always_inline]] Vec6<S> inward(const Motion& H, const VecN<S, 3>& p, const Vec6<S>& D) const {
        const Vec3<S> world = H.R * p;
        Vec6<S> inner;
        inner.template head<3>() = D.template head<3>() + G * (world - D.template tail<3>());
        inner.template tail<3>() = world;
        return inner;
    }
    [[gnu::always_inline]] VecN<S, 3> speeds(const Motion& H, const VecN<S, 3>& p, const Vec6<S>& D,
                      const Vec6<S>& W) const {
        const Vec3<S> w = CInv * Vec3<S>(H.R * p - D.template tail<3>()) -
                          G.transpose() * W.template head<3>() - W.template tail<3>();
        return H.R.transpose() * w;
    }
};

/// The pivots of all joints of a tree.
template <typename S>
PerJoint<JointPivot, S> jointPivots(std::span<const TreeLink<S>> links) {
    PerJoint<JointPivot, S> pivots;
    for (const TreeLink<S>& link : links) pivots.add(link.joint);
    return pivots;
}

}  // namespace momentree
