// SPDX-License-Identifier: Apache-2.0
// Motion subspaces H of the joints in world axes at the outboard origin (THEORY 2), as operators
// that skip the many zeros of H. Every basis is orthonormal. `Link` has axes R and, for universal
// and planar joints, x_A.
#pragma once

#include "core/kinematics/tree_links.hpp"

namespace momentree {

/// H of a joint whose subspace is constant in the outboard body, by its columns; R Edot = 0.
template <typename J, typename S>
struct MotionSpace {
    static constexpr int nu = J::nu;
    std::array<V6<S>, nu> H;

    template <typename Link>
    MOMENTREE_INLINE explicit MotionSpace(const Link& link) {
        for (std::size_t j = 0; j < nu; ++j) {
            const int axis = J::free[j];
            const V3<S> column = axis % 3 == 0 ? link.R.x : axis % 3 == 1 ? link.R.y : link.R.z;
            H[j] = axis < 3 ? V6<S>{column, V3<S>::zero()} : V6<S>{V3<S>::zero(), column};
        }
    }
    /// H u.
    MOMENTREE_INLINE V6<S> operator*(const VecN<S, nu>& u) const {
        V6<S> V = u[0] * H[0];
        for (std::size_t j = 1; j < nu; ++j) V += u[static_cast<int>(j)] * H[j];
        return V;
    }
    /// H^T P.
    MOMENTREE_INLINE VecN<S, nu> along(const V6<S>& P) const {
        VecN<S, nu> p;
        for (std::size_t j = 0; j < nu; ++j) p[static_cast<int>(j)] = dot(H[j], P);
        return p;
    }
    /// M H.
    MOMENTREE_INLINE std::array<V6<S>, nu> of(const Inertia<S>& M) const {
        std::array<V6<S>, nu> MH;
        for (std::size_t j = 0; j < nu; ++j) MH[j] = M * H[j];
        return MH;
    }
    /// By columns.
    MOMENTREE_INLINE const std::array<V6<S>, nu>& columns() const { return H; }
    /// (R Edot)^T P.
    MOMENTREE_INLINE VecN<S, nu> ratesAlong(const VecN<S, nu>& /*u*/, const V6<S>& /*P*/) const {
        return VecN<S, nu>::Zero();
    }
    /// R Edot u.
    MOMENTREE_INLINE V6<S> rates(const VecN<S, nu>& /*u*/) const { return V6<S>::zero(); }
};

/// [0; z].
template <typename S>
struct MotionSpace<Revolute, S> {
    static constexpr int nu = 1;
    V3<S> z;

    template <typename Link>
    MOMENTREE_INLINE explicit MotionSpace(const Link& link) : z(link.R.z) {}
    MOMENTREE_INLINE V6<S> operator*(const VecN<S, 1>& u) const {
        return {V3<S>::zero(), u[0] * z};
    }
    MOMENTREE_INLINE VecN<S, 1> along(const V6<S>& P) const { return VecN<S, 1>(dot(z, P.a)); }
    MOMENTREE_INLINE std::array<V6<S>, 1> of(const Inertia<S>& M) const {
        return {V6<S>{M.B * z, M.C * z}};
    }
    MOMENTREE_INLINE std::array<V6<S>, 1> columns() const { return {V6<S>{V3<S>::zero(), z}}; }
    MOMENTREE_INLINE VecN<S, 1> ratesAlong(const VecN<S, 1>& /*u*/, const V6<S>& /*P*/) const {
        return VecN<S, 1>(S(0));
    }
    MOMENTREE_INLINE V6<S> rates(const VecN<S, 1>& /*u*/) const { return V6<S>::zero(); }
};

/// [0; x_A], [0; y]: one axis fixed in each body.
template <typename S>
struct MotionSpace<Universal, S> {
    static constexpr int nu = 2;
    V3<S> x, y;

    template <typename Link>
    MOMENTREE_INLINE explicit MotionSpace(const Link& link) : x(link.x_A), y(link.R.y) {}
    MOMENTREE_INLINE V6<S> operator*(const VecN<S, 2>& u) const {
        return {V3<S>::zero(), u[0] * x + u[1] * y};
    }
    MOMENTREE_INLINE VecN<S, 2> along(const V6<S>& P) const { return {dot(x, P.a), dot(y, P.a)}; }
    MOMENTREE_INLINE std::array<V6<S>, 2> of(const Inertia<S>& M) const {
        return {V6<S>{M.B * x, M.C * x}, V6<S>{M.B * y, M.C * y}};
    }
    MOMENTREE_INLINE std::array<V6<S>, 2> columns() const {
        return {V6<S>{V3<S>::zero(), x}, V6<S>{V3<S>::zero(), y}};
    }
    /// Relative to the outboard body, x turns by -u2 about y.
    MOMENTREE_INLINE VecN<S, 2> ratesAlong(const VecN<S, 2>& u, const V6<S>& P) const {
        return {u[1] * dot(cross(x, y), P.a), S(0)};
    }
    MOMENTREE_INLINE V6<S> rates(const VecN<S, 2>& u) const {
        return {V3<S>::zero(), S(u[0] * u[1]) * cross(x, y)};
    }
};

/// [x_A; 0], [y_A; 0], [0; z].
template <typename S>
struct MotionSpace<Planar, S> {
    static constexpr int nu = 3;
    V3<S> x, y, z;

    template <typename Link>
    MOMENTREE_INLINE explicit MotionSpace(const Link& link)
        : x(link.x_A), y(cross(link.R.z, link.x_A)), z(link.R.z) {}
    MOMENTREE_INLINE V6<S> operator*(const VecN<S, 3>& u) const {
        return {u[0] * x + u[1] * y, u[2] * z};
    }
    MOMENTREE_INLINE VecN<S, 3> along(const V6<S>& P) const {
        return {dot(x, P.l), dot(y, P.l), dot(z, P.a)};
    }
    MOMENTREE_INLINE std::array<V6<S>, 3> of(const Inertia<S>& M) const {
        const auto H = columns();
        return {M * H[0], M * H[1], M * H[2]};
    }
    MOMENTREE_INLINE std::array<V6<S>, 3> columns() const {
        return {V6<S>{x, V3<S>::zero()}, V6<S>{y, V3<S>::zero()}, V6<S>{V3<S>::zero(), z}};
    }
    /// Relative to the outboard body, x and y turn by -u3 about z.
    MOMENTREE_INLINE VecN<S, 3> ratesAlong(const VecN<S, 3>& u, const V6<S>& P) const {
        return {-u[2] * dot(y, P.l), u[2] * dot(x, P.l), S(0)};
    }
    MOMENTREE_INLINE V6<S> rates(const VecN<S, 3>& u) const {
        return {u[2] * (u[1] * x - u[0] * y), V3<S>::zero()};
    }
};

/// [0; R].
template <typename S>
struct MotionSpace<Spherical, S> {
    static constexpr int nu = 3;
    M3<S> R;

    template <typename Link>
    MOMENTREE_INLINE explicit MotionSpace(const Link& link) : R(link.R) {}
    MOMENTREE_INLINE V6<S> operator*(const VecN<S, 3>& u) const {
        return {V3<S>::zero(), R * V3<S>::of(u)};
    }
    MOMENTREE_INLINE VecN<S, 3> along(const V6<S>& P) const { return R.along(P.a).eigen(); }
    MOMENTREE_INLINE std::array<V6<S>, 3> columns() const {
        return {V6<S>{V3<S>::zero(), R.x}, V6<S>{V3<S>::zero(), R.y}, V6<S>{V3<S>::zero(), R.z}};
    }
    MOMENTREE_INLINE VecN<S, 3> ratesAlong(const VecN<S, 3>& /*u*/, const V6<S>& /*P*/) const {
        return VecN<S, 3>::Zero();
    }
    MOMENTREE_INLINE V6<S> rates(const VecN<S, 3>& /*u*/) const { return V6<S>::zero(); }
};

/// Calls f(H) with the motion space of the link's joint unless it is fixed.
template <typename S, typename F>
MOMENTREE_INLINE void onMotion(const TreeLink<S>& link, F f) {
    visitJoint(
        [&](auto joint) {
            if constexpr (joint.nu > 0) f(MotionSpace<decltype(joint), S>(link));
        },
        link.joint);
}

}  // namespace momentree
