// SPDX-License-Identifier: Apache-2.0
// The articulated-body algorithm on a tree (THEORY 5), link by link in the order of [Featherstone].
// All quantities are in world axes about the body's origin O_k; accelerations are those of the
// material point and of the angle. passes.hpp lists the passes over all links.
#pragma once

#include "core/formulations/shared/joint_pivot.hpp"
#include "core/formulations/shared/link_motion.hpp"

namespace momentree {

template <typename S>
class AbaRecursion {
public:
    /// @param links placed before each pass; must outlive this object
    explicit AbaRecursion(std::span<TreeLink<S>> links)
        : links_(links), pivots_(jointPivots<S>(links)), terms_(links.size()) {}

    // Root to leaves: velocities.

    /// V = X V_a + vJ with vJ = H u + V_t; c = [w_a x (v - v_a); 0] + w x vJ + R Edot u.
    /// `accelerateDriven` adds V_t'.
    /// @param u [nu]
    MOMENTREE_INLINE void velocity(std::size_t i, const S* u) {
        TreeLink<S>& k = links_[i];
        const bool first = k.parent == ground;
        terms_[i].c =
            moveLink(k, first ? nullptr : &links_[static_cast<std::size_t>(k.parent)].V, u);
    }
    /// Adds the prescribed accelerations V_t' to c.
    void accelerateDriven(std::size_t i, const V6<S>& rate) { terms_[i].c += rate; }

    // Leaves to root: articulated inertia and bias wrench.

    /// IA = M, bias = [w x B w; w x C w] - Q.
    /// @param Q load about the origin
    MOMENTREE_INLINE void initialise(std::size_t i, const V6<S>& Q) {
        const TreeLink<S>& k = links_[i];
        Terms& own = terms_[i];
        own.IA = bodyInertia<S>(k.mass, k.s, turned(k.R, k.J_C));
        const V3<S> w = k.V.a;
        own.bias = V6<S>{cross(w, own.IA.B * w), cross(w, own.IA.C * w)} - Q;
    }
    /// U = IA H, D = H^T U, Ia = IA - U D^-1 U^T, IA_a += X^T Ia X.
    MOMENTREE_INLINE void articulateInertia(std::size_t i) {
        const TreeLink<S>& k = links_[i];
        Terms& own = terms_[i];
        if (k.parent == ground || speedCount(k.joint) == 0) {
            const Inertia<S> Ia = reduced(i);
            own.Ia_c = Ia * own.c;
            if (k.parent != ground) parent(i).IA.addShifted(k.r, Ia);
            return;
        }
        onJoint(i, [&](const auto& H, auto& pivot) MOMENTREE_INLINED {
            using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
            articulateThrough(pivot, H, own.IA, k.r, parent(i).IA);
            own.Ia_c = pivot.inward(H, Speeds::Zero(), own.IA * own.c);
        });
    }
    /// pA of the single bodies.
    /// @param moving with the bias wrenches and c of the motion
    /// @param wrenches [links] further bias wrenches, about the origins; may be empty
    void startForces(bool moving, std::span<const V6<S>> wrenches) {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            V6<S>& pA = terms_[i].pA;
            pA = moving ? terms_[i].bias : V6<S>::zero();
            if (!wrenches.empty()) pA += wrenches[i];
        }
    }
    /// us = -H^T pA, pa = pA + Ia c + U D^-1 us, pA_a += X^T pa.
    MOMENTREE_INLINE void force(std::size_t i, bool moving) {
        const TreeLink<S>& k = links_[i];
        if (k.parent == ground) return;
        V6<S> pa = terms_[i].pA;
        onJoint(i, [&](const auto& H, const auto& pivot) MOMENTREE_INLINED {
            using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
            pa = pivot.inward(H, Speeds::Zero(), pa);
        });
        if (moving) pa += terms_[i].Ia_c;
        parent(i).pA += shiftWrench(k.r, pa);
    }

    // Root to leaves: accelerations.

    /// A' = X A_a + c, udot = D^-1 us - D^-1 U^T A', A = A' + H udot.
    /// @param udot [nu] written
    MOMENTREE_INLINE void acceleration(std::size_t i, bool moving, S* udot) {
        const TreeLink<S>& k = links_[i];
        V6<S> A = V6<S>::zero();
        if (k.parent != ground) A = shiftVelocity(k.r, parent(i).A);
        if (moving) A += terms_[i].c;
        onJoint(i, [&](const auto& H, const auto& pivot) MOMENTREE_INLINED {
            using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
            const Speeds own = pivot.speeds(H, Speeds::Zero(), terms_[i].pA, A);
            Eigen::Map<Speeds>{udot + k.firstU} = own;
            A += H * own;
        });
        terms_[i].A = A;
    }

    /// Accelerations of all links for other wrenches in the same poses.
    void solve(bool moving, std::span<const V6<S>> wrenches, S* udot) {
        startForces(moving, wrenches);
        for (std::size_t i = links_.size(); i-- > 0;) force(i, moving);
        for (std::size_t i = 0; i < links_.size(); ++i) acceleration(i, moving, udot);
    }
    /// Sets a jump of the prescribed velocity of link i, for `solveJump`.
    void jump(std::size_t i, const V6<S>& V_t) {
        terms_[i].c = V_t;
        terms_[i].Ia_c = reduced(i) * V_t;
    }
    /// The jumps of all speeds that follow: impulses obey the equations of forces.
    /// @param u [nu] written
    void solveJump(S* u) {
        startForces(false, {});
        for (std::size_t i = links_.size(); i-- > 0;) force(i, true);
        for (std::size_t i = 0; i < links_.size(); ++i) acceleration(i, true, u);
    }

    /// Accelerations of the centres of mass [v'; w'] as the velocities of `out` [bodies].
    void centreAccelerations(bool moving, std::span<BodyKinematics<S>> out) const {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const TreeLink<S>& k = links_[i];
            const V6<S> A = shiftVelocity(k.s, terms_[i].A);
            BodyKinematics<S>& body = out[static_cast<std::size_t>(k.body)];
            const V3<S> w = k.V.a;
            body.v = (moving ? A.l + cross(w, cross(w, k.s)) : A.l).eigen();
            body.w = A.a.eigen();
        }
    }

    /// Terms of one body.
    struct Terms {
        Inertia<S> IA;  ///< articulated inertia
        V6<S> c;        ///< velocity product
        V6<S> Ia_c;     ///< (IA - U D^-1 U^T) c
        V6<S> bias;     ///< the body's own part of pA
        V6<S> pA;       ///< articulated bias wrench
        V6<S> A;        ///< acceleration
    };
    const Terms& terms(std::size_t i) const { return terms_[i]; }
    Terms& terms(std::size_t i) { return terms_[i]; }
    /// Ia = IA - U D^-1 U^T.
    MOMENTREE_INLINE Inertia<S> reduced(std::size_t i) {
        Inertia<S> Ia = terms_[i].IA;
        onJoint(i, [&](const auto& H, auto& pivot) MOMENTREE_INLINED { pivot.eliminate(H, Ia); });
        return Ia;
    }
    /// D^-1 of the joint of link i; empty if it is fixed.
    Eigen::MatrixXd jointInverse(std::size_t i) {
        Eigen::MatrixXd found;
        onJoint(i, [&](const auto& H, const auto& pivot) {
            using Speeds = VecN<S, std::decay_t<decltype(H)>::nu>;
            found = pivot.columns(H, Speeds::Zero(), terms_[i].pA).MjInv.template cast<double>();
        });
        return found;
    }

private:
    Terms& parent(std::size_t i) { return terms_[static_cast<std::size_t>(links_[i].parent)]; }

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
