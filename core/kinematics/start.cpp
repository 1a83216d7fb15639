// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/start.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/kinematics/coupled_turns.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Bodies = std::span<const BodyKinematics<double>>;

/// Pose and velocity of a body that put one of its markers at the given world frame, moving with V.
BodyKinematics<double> bodyAtMarker(const Marker& marker, const Frame& world, const Vector3d& v,
                                    const Vector3d& w) {
    const Frame body = world * inverse(marker.frame);
    return {body.R, body.r, v + w.cross(body.r - world.r), w};
}

/// Coordinates at which a joint is at zero; quaternions are (1, 0, 0, 0).
template <typename J>
VecN<double, J::nq> zeroOf() {
    VecN<double, J::nq> q = VecN<double, J::nq>::Zero();
    if constexpr (J::nq == 4) q[0] = 1.0;
    if constexpr (J::nq == 7) q[3] = 1.0;
    return q;
}

/// Coordinates and speeds of a user's joint.
struct JointState {
    std::array<double, 7> q{};
    std::array<double, 6> u{};
};

/// The outboard body of a tree joint, from the state of the user's joint.
BodyKinematics<double> bodyAcross(const JointElement& joint, bool flipped, const JointState& start,
                                  Bodies bodies) {
    return visitJoint(
        [&](auto kind) {
            using J = decltype(kind);
            const VecN<double, J::nq> q(start.q.data());
            const VecN<double, J::nu> u(start.u.data());
            const Frame relative{kind.template rotation<double>(q.data()),
                                 kind.template translation<double>(q.data())};
            const Marker& near = flipped ? joint.B : joint.A;
            const MarkerKinematics<double> from = markerKinematics(near, bodies);
            const Frame world = Frame{from.R, from.r} * (flipped ? inverse(relative) : relative);
            // Relative velocity of B seen from A, at B's origin.
            const Matrix3d& R_B = flipped ? from.R : world.R;
            const Vec6<double> V = rotate(R_B, Vec6<double>(kind.template E<double>(q.data()) * u));
            const Vector3d v_rel = V.head<3>(), w_rel = V.tail<3>();
            const Vector3d& O_B = flipped ? from.r : world.r;
            if (!flipped) {
                return bodyAtMarker(joint.B, world, from.v + from.w.cross(world.r - from.r) + v_rel,
                                    from.w + w_rel);
            }
            const Vector3d w = from.w - w_rel;
            return bodyAtMarker(joint.A, world, from.v - v_rel + w.cross(world.r - O_B), w);
        },
        joint.kind);
}

Vector3d vectorOf(const std::optional<Scalar3>& s) {
    if (!s) return Vector3d::Zero();
    return {(*s)[0].value, (*s)[1].value, (*s)[2].value};
}

/// @param atZero its pose if only velocities are given
BodyKinematics<double> bodyAsWritten(const Body& body, const BodyStart& start,
                                     const BodyKinematics<double>& atZero) {
    BodyKinematics<double> state;
    const bool placed = start.position || start.orientation;
    if (!placed) state.R = atZero.R;
    if (start.orientation) {
        const auto& e = *start.orientation;
        state.R = rotationOf<double>(Quat<double>(e[0].value, e[1].value, e[2].value, e[3].value));
    }
    state.w = vectorOf(start.angularVelocity);
    const Vector3d fromOrigin = state.R * -body.origin;
    state.r = placed ? Vector3d(vectorOf(start.position) + fromOrigin) : atZero.r;
    state.v = vectorOf(start.velocity) + state.w.cross(fromOrigin);
    return state;
}

/// The outboard body of a tree joint at zero (or at its prescribed coordinate), at rest relative to
/// its parent.
BodyKinematics<double> bodyAtZero(const Model& model, const TreeBody& tree, Bodies bodies) {
    Frame carrier;
    Vector3d v = Vector3d::Zero(), w = Vector3d::Zero();
    if (tree.parent != ground) {
        const TreeBody& parent = model.tree.bodies[static_cast<std::size_t>(tree.parent)];
        const BodyKinematics<double>& body = bodies[static_cast<std::size_t>(parent.body)];
        carrier = Frame{body.R, body.r} * inverse(parent.toBody);
        v = body.v + body.w.cross(carrier.r - body.r);
        w = body.w;
    }
    const Prescribed<double> prescribed = prescribedOf<double>(model, tree, 0.0);
    const VecN<double, 7> zero = visitJoint(
        [](auto kind) {
            VecN<double, 7> q = VecN<double, 7>::Zero();
            q.head<decltype(kind)::nq>() = zeroOf<decltype(kind)>();
            return q;
        },
        tree.joint);
    const RelativePose<double> pose = relativePose(tree, prescribed, zero.data());
    const Frame world = carrier * Frame{pose.R, pose.r};
    Vec6<double> V;
    V << v + w.cross(world.r - carrier.r), w;
    V += rotate(world.R, prescribedVelocity(tree, prescribed));
    return bodyFromTree<double>(tree, world.R, world.r, V);
}

/// The state in which a joint starts: motions, then given values, then the pose of its bodies.
JointState stateOf(const Model& model, const GivenStart& given, Bodies bodies) {
    JointState state;
    const JointElement& joint = model.joints[static_cast<std::size_t>(given.joint)];
    jointCoordinates(joint, bodies, state.q.data(), state.u.data());
    if (given.hasQ) state.q = given.q;
    if (given.hasU) state.u = given.u;
    for (std::size_t k = 0; k < given.motion.size(); ++k) {
        if (given.motion[k] < 0) continue;
        const MotionElement& motion = model.motions[static_cast<std::size_t>(given.motion[k])];
        const Law::Value law = motion.law.at(0.0);
        state.q[k] = motion.sign * law.f + motion.offset;
        state.u[k] = motion.sign * law.df;
    }
    return state;
}

template <typename Start>
std::unordered_map<std::string, const Start*> byName(const std::vector<Start>& starts,
                                                     std::string Start::*name) {
    std::unordered_map<std::string, const Start*> map;
    for (const Start& start : starts) map[start.*name] = &start;
    return map;
}

}  // namespace

StartGuess startGuess(const Model& model) {
    const auto bodyStarts = byName(model.description.bodyStarts, &BodyStart::body);
    StartGuess guess;
    guess.bodies.resize(model.bodies.size());
    guess.given = givenStarts(model);
    const std::vector<CoupledCoordinate> coupled = coupledCoordinates(model);
    for (std::size_t i = 0; i < model.tree.bodies.size(); ++i) {
        const TreeBody& tree = model.tree.bodies[i];
        BodyKinematics<double>& body = guess.bodies[static_cast<std::size_t>(tree.body)];
        const Body& element = model.bodies[static_cast<std::size_t>(tree.body)];
        body = bodyAtZero(model, tree, guess.bodies);
        if (tree.element < 0) body.r = -element.origin;  // its own axes are those of the world
        if (const auto start = bodyStarts.find(element.name); start != bodyStarts.end())
            body = bodyAsWritten(element, *start->second, body);
        const auto given = std::ranges::find(guess.given, static_cast<int>(i), &GivenStart::tree);
        const bool isCoupled = std::ranges::count(coupled, tree.element, &CoupledCoordinate::joint);
        if ((given == guess.given.end() && !isCoupled) || tree.motion >= 0) continue;
        const JointElement& joint = model.joints[static_cast<std::size_t>(tree.element)];
        GivenStart none;
        none.joint = tree.element;
        JointState state = stateOf(model, given == guess.given.end() ? none : *given, guess.bodies);
        for (const CoupledCoordinate& c : coupled)
            if (c.joint == tree.element) state.q[toIndex(c.coordinate)] = c.q;
        body = bodyAcross(joint, joint.A.body == tree.body, state, guess.bodies);
    }
    return guess;
}

}  // namespace momentree
