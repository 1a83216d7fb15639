// SPDX-License-Identifier: Apache-2.0
// The data of the spanning tree's bodies that the O(n) and divide-and-conquer recursions read in
// their sweeps, in the precision of the formulation.
#pragma once

#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/inertia.hpp"

namespace momentree {

/// A body with its inboard joint. World axes, about the joint's outboard origin O, unless stated
/// otherwise.
template <typename S>
struct TreeLink {
    Joint joint;
    int parent = ground;         ///< tree index
    int body = 0;                ///< model body
    int firstQ = 0, firstU = 0;  ///< offsets into q and u
    bool driven = false;         ///< the joint's coordinate is prescribed
    S mass;                      ///< [kg]
    M3<S> R_A;                   ///< inboard marker in the parent's tree axes
    V3<S> r_A;                   ///< and its origin [m]
    V3<S> c;                     ///< from O to the centre of mass, tree axes [m]
    M3<S> J_C;                   ///< about the centre of mass, tree axes [kg m^2]

    M3<S> R = M3<S>::diagonal(S(1));  ///< tree axes in the world
    V3<S> O = V3<S>::zero();          ///< origin [m]
    V3<S> r = V3<S>::zero();          ///< from the parent's origin to O [m]
    V3<S> s = V3<S>::zero();          ///< from O to the centre of mass [m]
    V6<S> V = V6<S>::zero();          ///< velocity at O, written by the formulations
    V6<S> V_t = V6<S>::zero();        ///< prescribed velocity of a driven joint
    V3<S> x_A = V3<S>::zero();  ///< x of the inboard marker, set for universal and planar joints
};

/// The constants of every link.
template <typename S>
std::vector<TreeLink<S>> treeLinks(const Model& model) {
    std::vector<TreeLink<S>> links;
    for (const TreeBody& body : model.tree.bodies) {
        TreeLink<S> link;
        link.joint = body.joint;
        link.parent = body.parent;
        link.body = body.body;
        link.firstQ = body.firstQ;
        link.firstU = body.firstU;
        link.driven = body.motion >= 0;
        link.R_A = M3<S>::of(body.A.R.cast<S>());
        link.r_A = V3<S>::of(body.A.r.cast<S>());
        link.mass = S(body.mass);
        link.c = V3<S>::of(body.c.cast<S>());
        link.J_C = M3<S>::of(body.J_C.cast<S>());
        links.push_back(link);
    }
    return links;
}

/// Whether the motion space of a joint contains the x axis of its inboard marker.
template <typename J>
inline constexpr bool keepsInboardAxis = std::is_same_v<J, Universal> || std::is_same_v<J, Planar>;

/// R rotated by an angle about its z axis.
template <typename S>
MOMENTREE_INLINE M3<S> turnedZ(const M3<S>& R, S angle) {
    using std::cos, std::sin;
    const S c = cos(angle), s = sin(angle);
    return {c * R.x + s * R.y, c * R.y - s * R.x, R.z};
}

/// R_A times the joint's rotation, skipping products with zeros and ones.
template <typename S, typename J>
MOMENTREE_INLINE M3<S> turnedBy(J joint, const M3<S>& R_A, const S* q) {
    if constexpr (std::is_same_v<J, Revolute> || std::is_same_v<J, Cylindrical>) {
        return turnedZ(R_A, q[0]);
    } else if constexpr (std::is_same_v<J, Planar>) {
        return turnedZ(R_A, q[2]);
    } else if constexpr (std::is_same_v<J, Spherical> || std::is_same_v<J, Universal> ||
                         std::is_same_v<J, Free>) {
        return R_A * M3<S>::of(joint.rotation(q));
    } else {
        return R_A;
    }
}

/// Places the body of a driven joint and sets V_t (THEORY 2).
/// @param R_A inboard marker, world
template <typename S>
void placeDriven(TreeLink<S>& link, const TreeBody& body, const Prescribed<S>& prescribed,
                 const M3<S>& R_A) {
    link.R = body.motionRotates ? turnedZ(R_A, prescribed.f) : R_A;
    if (!body.motionRotates) link.r += prescribed.f * R_A.z;
    link.V_t = turned(link.R, V6<S>::of(prescribedVelocity(body, prescribed)));
}

/// Computes the pose of a link at q: R, O, r, s, x_A and V_t.
/// @param prescribed called with i if the joint is driven, gives its `Prescribed`
/// @param carrier parent, already placed; null for a base at rest at the origin
template <typename S, typename Driven>
MOMENTREE_INLINE void placeLinkBy(const Model& model, const Driven& prescribed, const S* q,
                                  const TreeLink<S>* carrier, std::size_t i, TreeLink<S>& link) {
    M3<S> R_A = link.R_A;
    V3<S> r = link.r_A, O = V3<S>::zero();
    if (carrier != nullptr) {
        const M3<S> R = carrier->R;
        R_A = R * R_A;
        r = R * r;
        O = carrier->O;
    }
    link.r = r;
    if (link.driven) {
        placeDriven(link, model.tree.bodies[i], prescribed(i), R_A);
    } else {
        visitJoint(
            [&](auto joint) {
                const S* own = q + link.firstQ;
                link.R = turnedBy(joint, R_A, own);
                if constexpr (joint.travels) link.r += R_A * V3<S>::of(joint.translation(own));
                if constexpr (keepsInboardAxis<decltype(joint)>) link.x_A = R_A.x;
            },
            link.joint);
    }
    link.O = O + link.r;
    link.s = link.R * link.c;
}

/// The same at (t, q) by the motions of the model.
template <typename S>
MOMENTREE_INLINE void placeLink(const Model& model, double t, const S* q,
                                const TreeLink<S>* carrier, std::size_t i, TreeLink<S>& link) {
    const auto prescribed = [&](std::size_t driven) {
        return prescribedOf<S>(model, model.tree.bodies[driven], t);
    };
    placeLinkBy(model, prescribed, q, carrier, i, link);
}

/// Calls place(carrier, i) for all links, parents first.
template <typename S, typename Place>
void placeLinksBy(std::span<TreeLink<S>> links, const Place& place) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        const int parent = links[i].parent;
        place(parent == ground ? nullptr : &links[static_cast<std::size_t>(parent)], i);
    }
}

/// Poses of all links.
template <typename S>
void placeLinks(const Model& model, double t, const S* q, std::span<TreeLink<S>> links) {
    placeLinksBy(links, [&](const TreeLink<S>* carrier, std::size_t i)
                            MOMENTREE_INLINED { placeLink(model, t, q, carrier, i, links[i]); });
}

}  // namespace momentree
