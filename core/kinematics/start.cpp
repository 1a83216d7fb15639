// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/start.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {
namespace {

using Bodies = std::span<const BodyKinematics<double>>;

/// Pose and velocity of a body that put one of its markers at the given world frame, moving with V.
BodyKinematics<double> bodyAtMarker(const Marker& marker, const Frame& world, const Vector3d& v,
                                    const Vector3d& w) {
    const Frame body = world * inverse(marker.frame);
    return {body.R, body.r, v + w.cross(body.r - world.r), w};
}

template <int N>
VecN<double, N> valuesOr(const std::vector<Scalar>& given, const VecN<double, N>& fallback) {
    VecN<double, N> values = fallback;
    for (std::size_t k = 0; k < std::min(given.size(), static_cast<std::size_t>(N)); ++k) {
        values[static_cast<Eigen::Index>(k)] = given[k].value;
    }
    return values;
}

/// Coordinates at which a joint is at zero; quaternions are (1, 0, 0, 0).
template <typename J>
VecN<double, J::nq> zeroOf() {
    VecN<double, J::nq> q = VecN<double, J::nq>::Zero();
    if constexpr (J::nq == 4) q[0] = 1.0;
    if constexpr (J::nq == 7) q[3] = 1.0;
    return q;
}

/// The outboard body of a tree joint, from the coordinates of the user's joint.
BodyKinematics<double> bodyAcross(const JointElement& joint, bool flipped, const JointStart& start,
                                  Bodies bodies) {
    return std::visit(
        [&](auto kind) {
            using J = decltype(kind);
            const VecN<double, J::nq> q = valuesOr<J::nq>(start.q, zeroOf<J>());
            const VecN<double, J::nu> u = valuesOr<J::nu>(start.u, VecN<double, J::nu>::Zero());
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

BodyKinematics<double> bodyAsWritten(const Body& body, const BodyStart& start) {
    BodyKinematics<double> state;
    if (start.orientation) {
        const auto& e = *start.orientation;
        state.R = rotationOf<double>(Quat<double>(e[0].value, e[1].value, e[2].value, e[3].value));
    }
    state.w = vectorOf(start.angularVelocity);
    const Vector3d fromOrigin = state.R * -body.origin;
    state.r = vectorOf(start.position) + fromOrigin;
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
    const VecN<double, 7> zero = std::visit(
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

template <typename Start>
std::unordered_map<std::string, const Start*> byName(const std::vector<Start>& starts,
                                                     std::string Start::*name) {
    std::unordered_map<std::string, const Start*> map;
    for (const Start& start : starts) map[start.*name] = &start;
    return map;
}

}  // namespace

StartGuess startGuess(const Model& model) {
    const auto jointStarts = byName(model.description.jointStarts, &JointStart::joint);
    const auto bodyStarts = byName(model.description.bodyStarts, &BodyStart::body);
    StartGuess guess;
    guess.bodies.resize(model.bodies.size());
    guess.heldQ.assign(static_cast<std::size_t>(model.tree.nu), 0);
    guess.heldU = guess.heldQ;
    for (const TreeBody& tree : model.tree.bodies) {
        const auto index = static_cast<std::size_t>(tree.body);
        const JointStart* jointStart = nullptr;
        if (tree.element >= 0 && tree.motion < 0) {
            const auto found =
                jointStarts.find(model.joints[static_cast<std::size_t>(tree.element)].name);
            if (found != jointStarts.end()) jointStart = found->second;
        }
        const auto bodyStart = bodyStarts.find(model.bodies[index].name);
        if (jointStart != nullptr) {
            const JointElement& joint = model.joints[static_cast<std::size_t>(tree.element)];
            guess.bodies[index] =
                bodyAcross(joint, joint.A.body == tree.body, *jointStart, guess.bodies);
            for (int k = 0; k < speedCount(tree.joint); ++k) {
                const auto slot = static_cast<std::size_t>(tree.firstU + k);
                guess.heldQ[slot] = !jointStart->q.empty();
                guess.heldU[slot] = !jointStart->u.empty();
            }
        } else if (bodyStart != bodyStarts.end()) {
            guess.bodies[index] = bodyAsWritten(model.bodies[index], *bodyStart->second);
        } else {
            guess.bodies[index] = bodyAtZero(model, tree, guess.bodies);
        }
    }
    return guess;
}

}  // namespace momentree
