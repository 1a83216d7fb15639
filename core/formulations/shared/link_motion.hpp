// SPDX-License-Identifier: Apache-2.0
// Velocities of links and the terms of their accelerations that the joint speeds determine (THEORY
// 5), for formulations whose state is [q; u].
#pragma once

#include <algorithm>

#include "core/kinematics/motion_space.hpp"
#include "core/model/law_corners.hpp"

namespace momentree {

/// Sets V = X V_a + vJ with vJ = H u + V_t and returns c = [w_a x (v - v_a); 0] + w x vJ + R Edot
/// u, without V_t': the acceleration of a link is X A_a + H udot + c.
/// @param V_a velocity of its parent, null for ground
/// @param u [nu]
template <typename S>
MOMENTREE_INLINE V6<S> moveLink(TreeLink<S>& k, const V6<S>* V_a, const S* u) {
    V6<S> vJ = k.V_t, c = V6<S>::zero();
    onMotion(k, [&]<typename Space>(const Space& H) {
        const VecN<S, Space::nu> own = Eigen::Map<const VecN<S, Space::nu>>(u + k.firstU);
        vJ += H * own;
        c = H.rates(own);
    });
    k.V = vJ;
    if (V_a != nullptr) {
        k.V += shiftVelocity(k.r, *V_a);
        c.l += cross(V_a->a, k.V.l - V_a->l);
    }
    c.l += cross(k.V.a, vJ.l);
    c.a += cross(k.V.a, vJ.a);
    return c;
}

/// V_t' of a driven link.
template <typename S>
V6<S> drivenAcceleration(const Model& model, const TreeBody& body, const TreeLink<S>& link,
                         double t) {
    return turned(link.R, V6<S>::of(prescribedAcceleration(body, prescribedOf<S>(model, body, t))));
}

/// The jump of a driven joint's rate between two times, 0 for other joints.
inline double rateJump(const Model& model, const TreeBody& body, double from, double to) {
    if (body.motion < 0) return 0.0;
    const Law& law = model.motions[static_cast<std::size_t>(body.motion)].law;
    return body.motionSign * jumpOfRate(law, from, to);
}
/// Whether there is one.
inline bool anyDrivenJumps(const Model& model, double from, double to) {
    return std::ranges::any_of(model.tree.bodies, [&](const TreeBody& body) {
        return rateJump(model, body, from, to) != 0.0;
    });
}
/// The jump of V_t for a jump of the rate.
template <typename S>
V6<S> drivenJump(const TreeBody& body, const TreeLink<S>& link, double rate) {
    const Prescribed<S> only{S(0), static_cast<S>(rate), S(0)};
    return turned(link.R, V6<S>::of(prescribedVelocity(body, only)));
}

}  // namespace momentree
