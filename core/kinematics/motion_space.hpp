// SPDX-License-Identifier: Apache-2.0
// Motion subspaces H of the joints in world axes at the outboard origin (THEORY 2), as operators:
// most of H is zeros, which are never multiplied.
#pragma once

#include "core/kinematics/tree_links.hpp"

namespace momentree {

/// H of a joint of kind J, any: by its columns.
template <typename J, typename S>
struct MotionSpace {
    static constexpr int nu = J::nu;
    Mat6N<S, nu> H;

    explicit MotionSpace(const TreeLink<S>& link) {
        H = rotate<S>(link.R, J::template E<S>(nullptr));
    }
    /// H u.
    Vec6<S> operator*(const VecN<S, nu>& u) const { return H * u; }
    /// H^T P.
    VecN<S, nu> along(const Vec6<S>& P) const { return H.transpose() * P; }
    /// M H.
    Mat6N<S, nu> of(const Inertia<S>& M) const {
        Mat6N<S, nu> MH;
        for (int j = 0; j < nu; ++j) MH.col(j) = M * Vec6<S>(H.col(j));
        return MH;
    }
    /// (R Edot)^T P.
    VecN<S, nu> ratesAlong(const VecN<S, nu>& /*u*/, const Vec6<S>& /*P*/) const {
        return VecN<S, nu>::Zero();
    }
    /// R Edot u.
    Vec6<S> rates(const VecN<S, nu>& /*u*/) const { return Vec6<S>::Zero(); }
};

/// Nothing moves.
template <typename S>
struct MotionSpace<Fixed, S> {
    static constexpr int nu = 0;
    explicit MotionSpace(const TreeLink<S>& /*link*/) {}
};

/// [0; z].
template <typename S>
struct MotionSpace<Revolute, S> {
    static constexpr int nu = 1;
    Vec3<S> z;

    explicit MotionSpace(const TreeLink<S>& link) : z(link.R.col(2)) {}
    Vec6<S> operator*(const VecN<S, 1>& u) const {
        Vec6<S> V;
        V << S(0), S(0), S(0), z * u[0];
        return V;
    }
    VecN<S, 1> along(const Vec6<S>& P) const { return VecN<S, 1>(z.dot(P.template tail<3>())); }
    Vec6<S> of(const Inertia<S>& M) const {
        Vec6<S> MH;
        MH.template head<3>() = M.B * z;
        MH.template tail<3>() = M.C * z;
        return MH;
    }
    VecN<S, 1> ratesAlong(const VecN<S, 1>& /*u*/, const Vec6<S>& /*P*/) const {
        return VecN<S, 1>(S(0));
    }
    Vec6<S> rates(const VecN<S, 1>& /*u*/) const { return Vec6<S>::Zero(); }
};

/// [0; x_A], [0; y]: one axis of either body.
template <typename S>
struct MotionSpace<Universal, S> {
    static constexpr int nu = 2;
    Vec3<S> x, y;

    explicit MotionSpace(const TreeLink<S>& link) : x(link.x_A), y(link.R.col(1)) {}
    Vec6<S> operator*(const VecN<S, 2>& u) const {
        Vec6<S> V;
        V << S(0), S(0), S(0), Vec3<S>(x * u[0] + y * u[1]);
        return V;
    }
    VecN<S, 2> along(const Vec6<S>& P) const {
        return {x.dot(P.template tail<3>()), y.dot(P.template tail<3>())};
    }
    Mat6N<S, 2> of(const Inertia<S>& M) const {
        Mat6N<S, 2> MH;
        MH.col(0) << M.B * x, M.C * x;
        MH.col(1) << M.B * y, M.C * y;
        return MH;
    }
    /// Seen from the outboard body, x turns by -u2 about y.
    VecN<S, 2> ratesAlong(const VecN<S, 2>& u, const Vec6<S>& P) const {
        return {u[1] * x.cross(y).dot(P.template tail<3>()), S(0)};
    }
    Vec6<S> rates(const VecN<S, 2>& u) const {
        Vec6<S> rate;
        rate << S(0), S(0), S(0), x.cross(y) * (u[0] * u[1]);
        return rate;
    }
};

/// [0; R].
template <typename S>
struct MotionSpace<Spherical, S> {
    static constexpr int nu = 3;
    const Mat3<S>& R;

    explicit MotionSpace(const TreeLink<S>& link) : R(link.R) {}
    Vec6<S> operator*(const VecN<S, 3>& u) const {
        Vec6<S> V;
        V << S(0), S(0), S(0), R * u;
        return V;
    }
    VecN<S, 3> along(const Vec6<S>& P) const { return R.transpose() * P.template tail<3>(); }
    VecN<S, 3> ratesAlong(const VecN<S, 3>& /*u*/, const Vec6<S>& /*P*/) const {
        return VecN<S, 3>::Zero();
    }
    Vec6<S> rates(const VecN<S, 3>& /*u*/) const { return Vec6<S>::Zero(); }
};

/// Calls f(H) with the motion space of the link's joint if it moves at all.
template <typename S, typename F>
[[gnu::always_inline]] inline void onMotion(const TreeLink<S>& link, F f) {
    std::visit(
        [&](auto joint) {
            if constexpr (joint.nu > 0) f(MotionSpace<decltype(joint), S>(link));
        },
        link.joint);
}

}  // namespace momentree
