// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The prescribed coordinate and rates of a driven joint at one instant.
template <typename S>
struct Prescribed {
    S f = S(0), df = S(0), ddf = S(0);
};

template <typename S>
Prescribed<S> prescribedOf(const Model& model, const TreeBody& body, double t) {
    if (body.motion < 0) return {};
    const Law::Value law = model.motions[static_cast<std::size_t>(body.motion)].law.at(t);
    return {static_cast<S>(body.motionSign * law.f + body.motionOffset),
            static_cast<S>(body.motionSign * law.df), static_cast<S>(body.motionSign * law.ddf)};
}

/// Tree frame of a body relative to its parent's tree frame (parent axes): marker A, then the
/// prescribed motion, then the joint.
template <typename S>
struct RelativePose {
    Mat3<S> R;
    Vec3<S> r;
};

template <typename S>
RelativePose<S> relativePose(const TreeBody& body, const Prescribed<S>& prescribed, const S* q) {
    const Mat3<S> R_A = body.A.R.cast<S>();
    const Vec3<S> r_A = body.A.r.cast<S>();
    if (body.motion >= 0) {
        if (body.motionRotates) return {R_A * rotationZ(prescribed.f), r_A};
        return {R_A, r_A + R_A.col(2) * prescribed.f};
    }
    return visitJoint(
        [&](auto joint) -> RelativePose<S> {
            return {R_A * joint.template rotation<S>(q),
                    r_A + R_A * joint.template translation<S>(q)};
        },
        body.joint);
}

/// Rheonomic velocity V_t in axes of the outboard body (THEORY 2): rotation about, or translation
/// along, the z axis of both markers.
template <typename S>
Vec6<S> prescribedVelocity(const TreeBody& body, const Prescribed<S>& prescribed) {
    Vec6<S> V_t = Vec6<S>::Zero();
    if (body.motion >= 0) V_t[body.motionRotates ? 5 : 2] = prescribed.df;
    return V_t;
}

/// Rate of V_t in axes that turn with the outboard body.
template <typename S>
Vec6<S> prescribedAcceleration(const TreeBody& body, const Prescribed<S>& prescribed) {
    return prescribedVelocity<S>(body, {prescribed.f, prescribed.ddf, S(0)});
}

/// Body frame (centre of mass, user's axes) in the world from the tree frame (R, O) and its
/// velocity V = [v; w] at O, world axes.
template <typename S>
BodyKinematics<S> bodyFromTree(const TreeBody& body, const Mat3<S>& R, const Vec3<S>& O,
                               const Vec6<S>& V) {
    const Vec3<S> s = R * body.c.cast<S>();
    const Vec3<S> w = V.template tail<3>();
    return {R * body.toBody.R.cast<S>(), O + s, V.template head<3>() + w.cross(s), w};
}

/// Poses and velocities of all bodies, in body order, from joint coordinates and speeds in tree
/// order.
/// @param q [nq], null for zeros
/// @param u [nu], null for zeros
void bodiesFromJoints(const Model& model, double t, const double* q, const double* u,
                      std::span<BodyKinematics<double>> bodies);

/// Joint coordinates and speeds of the spanning tree from poses and velocities, as far as the
/// joints can represent them.
void jointsFromBodies(const Model& model, double t, std::span<const BodyKinematics<double>> bodies,
                      double* q, double* u);

/// Coordinates q and speeds u of a user's joint from the states of its two bodies; at most 7 and 6
/// entries.
void jointCoordinates(const JointElement& joint, std::span<const BodyKinematics<double>> bodies,
                      double* q, double* u);

}  // namespace momentree
