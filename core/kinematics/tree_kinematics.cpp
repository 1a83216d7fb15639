// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {
namespace {

/// World pose of a body's tree frame and the velocity of its origin, world axes.
struct TreeFrame {
    Matrix3d R = Matrix3d::Identity();
    Vector3d O = Vector3d::Zero();
    Vec6<double> V = Vec6<double>::Zero();
};

TreeFrame frameFromBody(const TreeBody& tree, const BodyKinematics<double>& body) {
    TreeFrame frame;
    frame.R = body.R * tree.toBody.R.transpose();
    const Vector3d s = frame.R * tree.c;
    frame.O = body.r - s;
    frame.V << body.v - body.w.cross(s), body.w;
    return frame;
}

/// Velocity of frame B relative to frame A at B's origin, in B's axes.
Vec6<double> relativeVelocity(const TreeFrame& A, const TreeFrame& B) {
    return rotate<double>(B.R.transpose(),
                          Vec6<double>(B.V - shiftVelocity<double>(B.O - A.O, A.V)));
}

}  // namespace

void bodiesFromJoints(const Model& model, double t, const double* q, const double* u,
                      std::span<BodyKinematics<double>> bodies) {
    const Tree& tree = model.tree;
    std::vector<TreeFrame> frames(tree.bodies.size());
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
        const TreeBody& body = tree.bodies[i];
        const TreeFrame parent =
            body.parent == ground ? TreeFrame{} : frames[static_cast<std::size_t>(body.parent)];
        const Prescribed<double> prescribed = prescribedOf<double>(model, body, t);
        const RelativePose<double> pose = relativePose(body, prescribed, q + body.firstQ);
        TreeFrame& frame = frames[i];
        frame.R = parent.R * pose.R;
        frame.O = parent.O + parent.R * pose.r;
        Vec6<double> own = prescribedVelocity(body, prescribed);
        visitJoint(
            [&](auto joint) {
                if constexpr (decltype(joint)::nu > 0)
                    own += joint.template E<double>(q + body.firstQ) *
                           Eigen::Map<const VecN<double, decltype(joint)::nu>>(u + body.firstU);
            },
            body.joint);
        frame.V = shiftVelocity<double>(frame.O - parent.O, parent.V) + rotate(frame.R, own);
        bodies[static_cast<std::size_t>(body.body)] = bodyFromTree(body, frame.R, frame.O, frame.V);
    }
}

void jointsFromBodies(const Model& model, double t, std::span<const BodyKinematics<double>> bodies,
                      double* q, double* u) {
    for (const TreeBody& body : model.tree.bodies) {
        TreeFrame parent;
        if (body.parent != ground) {
            const TreeBody& carrier = model.tree.bodies[static_cast<std::size_t>(body.parent)];
            parent = frameFromBody(carrier, bodies[static_cast<std::size_t>(carrier.body)]);
        }
        const TreeFrame frame = frameFromBody(body, bodies[static_cast<std::size_t>(body.body)]);
        const Frame B = inverse(Frame{parent.R, parent.O} * body.A) * Frame{frame.R, frame.O};
        const Vec6<double> V = relativeVelocity(parent, frame) -
                               prescribedVelocity(body, prescribedOf<double>(model, body, t));
        visitJoint(
            [&](auto joint) {
                joint.coordinates(B, q + body.firstQ);
                Eigen::Map<VecN<double, decltype(joint)::nu>>{u + body.firstU} =
                    joint.template E<double>(q + body.firstQ).transpose() * V;
            },
            body.joint);
    }
}

void jointCoordinates(const JointElement& joint, std::span<const BodyKinematics<double>> bodies,
                      double* q, double* u) {
    const MarkerKinematics<double> A = markerKinematics(joint.A, bodies);
    const MarkerKinematics<double> B = markerKinematics(joint.B, bodies);
    TreeFrame a{A.R, A.r, {}};
    TreeFrame b{B.R, B.r, {}};
    a.V << A.v, A.w;
    b.V << B.v, B.w;
    const Frame seen = inverse(Frame{A.R, A.r}) * Frame{B.R, B.r};
    const Vec6<double> V = relativeVelocity(a, b);
    visitJoint(
        [&](auto kind) {
            kind.coordinates(seen, q);
            Eigen::Map<VecN<double, decltype(kind)::nu>>{u} =
                kind.template E<double>(q).transpose() * V;
        },
        joint.kind);
}

}  // namespace momentree
