// SPDX-License-Identifier: Apache-2.0
// The recursion in canonical momenta on a tree (THEORY 4), link by link in the order of [Naudet].
// All quantities are in world axes about the body's origin O_k, so the transform X from a body's
// carrier to it is only the shift S(r)^T. passes.hpp lists the passes over all links.
#pragma once

#include "core/formulations/shared/joint_pivot.hpp"

namespace momentree {

template <typename S>
class NaudetRecursion {
public:
    /// @param links placed before each pass; must outlive this object
    explicit NaudetRecursion(std::span<TreeLink<S>> links)
        : links_(links), pivots_(jointPivots<S>(links)), terms_(links.size()) {}

    // Leaves to root: inertia and momentum.

    /// M* = M_O, D = 0.
    MOMENTREE_INLINE void initialise(std::size_t i) {
        const TreeLink<S>& k = links_[i];
        terms_[i].Mstar = bodyInertia<S>(k.mass, k.s, turned(k.R, k.J_C));
        terms_[i].D = V6<S>::zero();
    }
    /// M' = M* - ME Mj^-1 ME^T, ME = M* E, Mj = E^T ME.
    MOMENTREE_INLINE Inertia<S> eliminated(std::size_t i) {
        const TreeLink<S>& k = links_[i];
        Inertia<S> M = terms_[i].Mstar;
        onJoint(i, [&](const auto& H, auto& pivot) MOMENTREE_INLINED { pivot.eliminate(H, M); });
        if (k.driven) terms_[i].MV_t = M * k.V_t;
        return M;
    }
    /// M*_a += X^T M' X.
    MOMENTREE_INLINE void articulate(std::size_t i) {
        const TreeLink<S>& k = links_[i];
        if (k.parent == ground || speedCount(k.joint) == 0) {
            const Inertia<S> M = eliminated(i);
            if (k.parent != ground) parent(i).Mstar.addShifted(k.r, M);
            return;
        }
        onJoint(i, [&](const auto& H, auto& pivot) MOMENTREE_INLINED {
            using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
            Terms& terms = terms_[i];
            articulateThrough(pivot, H, terms.Mstar, k.r, parent(i).Mstar);
            if (k.driven) terms.MV_t = pivot.inward(H, Speeds::Zero(), terms.Mstar * k.V_t);
        });
    }
    /// M' V_t + D', D' = D + ME Mj^-1 (p - d), d = E^T D.
    /// @param p [nu], null for zero momenta
    /// @param moving whether driven joints move
    MOMENTREE_INLINE V6<S> passed(std::size_t i, const S* p, bool moving) {
        const TreeLink<S>& k = links_[i];
        V6<S> D = terms_[i].D;
        onJoint(i, [&](const auto& H, const auto& pivot) MOMENTREE_INLINED {
            const auto momenta = own(p, k, H);
            D = pivot.inward(H, momenta, D);
        });
        if (k.driven && moving) D += terms_[i].MV_t;
        return D;
    }
    /// D_a += X^T (M' V_t + D').
    MOMENTREE_INLINE void passMomentum(std::size_t i, const S* p, bool moving) {
        const TreeLink<S>& k = links_[i];
        if (k.parent != ground) parent(i).D += shiftWrench(k.r, passed(i, p, moving));
    }
    /// D' of a momentum D without the joint's own momentum.
    /// @param seen each call returns the next entry of H^T D, along the directions of `onColumns`
    template <typename Seen>
    MOMENTREE_INLINE V6<S> throughJoint(std::size_t i, V6<S> D, const Seen& seen) {
        onJoint(i, [&](const auto& H, const auto& pivot) {
            VecN<S, std::decay_t<decltype(H)>::nu> rest;
            for (S& entry : rest) entry = -seen();
            D = pivot.passed(rest, D);
        });
        return D;
    }

    // Root to leaves: velocity.

    /// W = X V_a + V_t, u = Mj^-1 [(p - d) - ME^T W], V = W + E u.
    /// @param V_a velocity of the carrier at its origin
    /// @param u [nu] written
    MOMENTREE_INLINE void velocity(std::size_t i, const S* p, bool moving, const V6<S>& V_a, S* u) {
        TreeLink<S>& k = links_[i];
        V6<S> W = shiftVelocity(k.r, V_a);
        if (k.driven && moving) W += k.V_t;
        onJoint(i, [&](const auto& H, const auto& pivot) MOMENTREE_INLINED {
            const auto speeds = pivot.speeds(H, own(p, k, H), terms_[i].D, W);
            Eigen::Map<std::remove_const_t<decltype(speeds)>>{u + k.firstU} = speeds;
            W += H * speeds;
        });
        k.V = W;
    }
    MOMENTREE_INLINE void velocity(std::size_t i, const S* p, bool moving, S* u) {
        const int carrier = links_[i].parent;
        velocity(i, p, moving,
                 carrier == ground ? V6<S>::zero() : links_[static_cast<std::size_t>(carrier)].V,
                 u);
    }

    // Leaves to root: loads. Then the rates.

    /// T*_a += X^T T*.
    /// @param T [links] external wrenches about the origins, becomes T*
    MOMENTREE_INLINE void load(std::size_t i, std::span<V6<S>> T) const {
        const TreeLink<S>& k = links_[i];
        if (k.parent != ground) T[static_cast<std::size_t>(k.parent)] += shiftWrench(k.r, T[i]);
    }
    /// P* = M* V + D.
    MOMENTREE_INLINE V6<S> momentum(std::size_t i) const {
        return terms_[i].Mstar * links_[i].V + terms_[i].D;
    }
    MOMENTREE_INLINE void momentumRate(std::size_t i, const V6<S>& T, const S* u, S* pdot) const {
        momentumRate(i, momentum(i), T, u, pdot);
    }
    /// pdot = E^T ( T* - [w x p_l; v x p_l + w x p_a] ) + Edot^T P*.
    MOMENTREE_INLINE void momentumRate(std::size_t i, const V6<S>& P, const V6<S>& T, const S* u,
                                       S* pdot) const {
        const TreeLink<S>& k = links_[i];
        const V6<S> rate = T - wrenchRate(k.V, P);
        onMotion(k, [&](const auto& H) MOMENTREE_INLINED {
            using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
            Eigen::Map<Speeds>{pdot + k.firstU} =
                H.along(rate) + H.ratesAlong(Eigen::Map<const Speeds>(u + k.firstU), P);
        });
    }

    /// u and V of all links for other momenta in the same poses.
    /// @param wrenches [links] initial D, about the origins; may be empty
    void solve(const S* p, bool moving, std::span<const V6<S>> wrenches, S* u) {
        momenta(p, moving, wrenches);
        for (std::size_t i = 0; i < links_.size(); ++i) velocity(i, p, moving, u);
    }
    /// D of all links.
    void momenta(const S* p, bool moving, std::span<const V6<S>> wrenches) {
        for (std::size_t i = 0; i < links_.size(); ++i)
            terms_[i].D = wrenches.empty() ? V6<S>::zero() : wrenches[i];
        for (std::size_t i = links_.size(); i-- > 0;) passMomentum(i, p, moving);
    }

    Inertia<S>& articulated(std::size_t i) { return terms_[i].Mstar; }  ///< M*
    V6<S>& remainder(std::size_t i) { return terms_[i].D; }             ///< D
    /// Calls f(H, columns) for the joint of link i unless it is fixed.
    template <typename F>
    MOMENTREE_INLINE void onColumns(std::size_t i, const S* p, F f) {
        onJoint(i, [&](const auto& H, const auto& pivot) {
            f(H, pivot.columns(H, own(p, links_[i], H), terms_[i].D));
        });
    }

private:
    struct Terms {
        Inertia<S> Mstar;  ///< M*, articulated inertia
        V6<S> D;           ///< remainder momentum
        V6<S> MV_t;        ///< M' V_t of a driven joint
    };

    Terms& parent(std::size_t i) { return terms_[static_cast<std::size_t>(links_[i].parent)]; }

    template <typename Motion>
    static VecN<S, Motion::nu> own(const S* p, const TreeLink<S>& k, const Motion& /*H*/) {
        if (p == nullptr) return VecN<S, Motion::nu>::Zero();
        return Eigen::Map<const VecN<S, Motion::nu>>(p + k.firstU);
    }
    /// Calls f(H, pivot) unless the joint of link i is fixed.
    template <typename F>
    MOMENTREE_INLINE void onJoint(std::size_t i, F f) {
        visitJoint(
            [&](auto joint) MOMENTREE_INLINED {
                using J = decltype(joint);
                if constexpr (J::nu > 0) f(MotionSpace<J, S>(links_[i]), pivots_.template of<J>(i));
            },
            links_[i].joint);
    }

    std::span<TreeLink<S>> links_;
    PerJoint<JointPivot, S> pivots_;
    std::vector<Terms> terms_;
};

}  // namespace momentree
