// SPDX-License-Identifier: Apache-2.0
// The bodies of the spanning tree as the O(n) and the divide and conquer recursions see them: what
// they read in their sweeps and nothing else, in the precision of the formulation.
#pragma once

#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/inertia.hpp"

namespace momentree {

/// A body with its inboard joint. World axes, about the joint's outboard origin O, unless it says
/// otherwise.
template <typename S>
struct TreeLink {
    Joint joint;
    int parent = ground;         ///< tree index
    int body = 0;                ///< model body
    int firstQ = 0, firstU = 0;  ///< offsets into q and u
    bool driven = false;         ///< the joint's coordinate is prescribed
    Mat3<S> R_A;                 ///< inboard marker in the parent's tree axes
    Vec3<S> r_A;                 ///< and its origin [m]
    S mass;                      ///< [kg]
    Vec3<S> c;                   ///< O to the centre of mass, tree axes [m]
    Sym3<S> J_C;                 ///< about the centre of mass, tree axes [kg m^2]

    Mat3<S> R = Mat3<S>::Identity();  ///< tree axes seen from the world
    Vec3<S> O = Vec3<S>::Zero();      ///< origin [m]
    Vec3<S> r = Vec3<S>::Zero();      ///< from the parent's origin to O [m]
    Vec3<S> s = Vec3<S>::Zero();      ///< from O to the centre of mass [m]
    Vec3<S> x_A = Vec3<S>::Zero();    ///< x of the inboard marker, set for universal joints
    Vec6<S> V_t = Vec6<S>::Zero();    ///< prescribed velocity of a driven joint
    Vec6<S> V = Vec6<S>::Zero();      ///< velocity at O, written by the formulations
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
        link.R_A = body.A.R.cast<S>();
        link.r_A = body.A.r.cast<S>();
        link.mass = S(body.mass);
        link.c = body.c.cast<S>();
        link.J_C = Sym3<S>::of(body.J_C.cast<S>());
        links.push_back(link);
    }
    return links;
}

/// R_A times the joint's rotation, without the products by its zeros and ones.
template <typename S, typename J>
[[gnu::always_inline]] inline Mat3<S> turnedBy(J joint, const Mat3<S>& R_A, const S* q) {
    if constexpr (std::is_same_v<J, Revolute> || std::is_same_v<J, Cylindrical>) {
        using std::cos, std::sin;
        const S c = cos(q[0]), s = sin(q[0]);
        Mat3<S> R;
        R.col(0) = c * R_A.col(0) + s * R_A.col(1);
        R.col(1) = c * R_A.col(1) - s * R_A.col(0);
        R.col(2) = R_A.col(2);
        return R;
    } else if constexpr (std::is_same_v<J, Spherical> || std::is_same_v<J, Universal> ||
                         std::is_same_v<J, Free>) {
        return R_A * joint.rotation(q);
    } else {
        return R_A;
    }
}

/// Where a driven joint takes its body, and V_t (THEORY 2). @param R_A, A inboard marker, world
template <typename S>
void placeDriven(TreeLink<S>& link, const TreeBody& body, const Prescribed<S>& prescribed,
                 const Mat3<S>& R_A) {
    link.R = body.motionRotates ? Mat3<S>(R_A * rotationZ(prescribed.f)) : R_A;
    if (!body.motionRotates) link.r += R_A.col(2) * prescribed.f;
    link.V_t = rotate<S>(link.R, prescribedVelocity(body, prescribed));
}

/// Poses of all links at (t, q): R, O, r, s, x_A and V_t.
template <typename S>
void placeLinks(const Model& model, double t, const S* q, std::span<TreeLink<S>> links) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        TreeLink<S>& link = links[i];
        Mat3<S> R_A = link.R_A;
        link.r = link.r_A;
        if (link.parent != ground) {
            const TreeLink<S>& carrier = links[static_cast<std::size_t>(link.parent)];
            R_A = carrier.R * link.R_A;
            link.r = carrier.R * link.r_A;
        }
        if (link.driven) {
            const TreeBody& body = model.tree.bodies[i];
            placeDriven(link, body, prescribedOf<S>(model, body, t), R_A);
        } else {
            std::visit(
                [&](auto joint) {
                    const S* own = q + link.firstQ;
                    link.R = turnedBy(joint, R_A, own);
                    if constexpr (joint.travels) link.r += R_A * joint.translation(own);
                    if constexpr (std::is_same_v<decltype(joint), Universal>) link.x_A = R_A.col(0);
                },
                link.joint);
        }
        link.O = link.r;
        if (link.parent != ground) link.O += links[static_cast<std::size_t>(link.parent)].O;
        link.s = link.R * link.c;
    }
}

}  // namespace momentree
