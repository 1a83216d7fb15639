// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/planar_mechanism.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/planes.hpp"

namespace momentree {
namespace {

Eigen::Vector2d inPlane(const Matrix3d& axes, const Vector3d& v) {
    return (axes.transpose() * v).head<2>();
}

bool leavesPlaneFree(const Model& model, const JointElement& joint,
                     const std::vector<Matrix3d>& atZero, const Vector3d& n) {
    if (joint.distance || (joint.A.body != ground && joint.B.body != ground)) return false;
    if (std::holds_alternative<Spherical>(joint.kind)) return true;
    if (!std::holds_alternative<Revolute>(joint.kind)) return false;
    return std::ranges::all_of(std::array{&joint.A, &joint.B}, [&](const Marker* marker) {
        Vector3d z = marker->frame.R.col(2);
        if (marker->body != ground) {
            const int i = model.tree.ofBody[static_cast<std::size_t>(marker->body)];
            const auto at = static_cast<std::size_t>(i);
            z = atZero[at] * (model.tree.bodies[at].toBody.R * z);
        }
        return parallel(z, n);
    });
}

/// Empty if the cut joint cannot be treated in the plane.
std::optional<PlanarMechanism::Closure> closureOf(const Model& model,
                                                  const std::vector<Matrix3d>& atZero,
                                                  const Matrix3d& axes) {
    const Tree& tree = model.tree;
    if (tree.cutJoints.size() != 1) return std::nullopt;
    const int cut = tree.cutJoints.front();
    if (!leavesPlaneFree(model, model.joints[static_cast<std::size_t>(cut)], atZero, axes.col(2)))
        return std::nullopt;
    std::optional<PlanarMechanism::Closure> closure;
    for (const int k : tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.joint != cut || c.motion >= 0) return std::nullopt;
        if (c.kind != Constraint::Kind::Point) continue;
        const bool onB = c.bodyA == ground;
        const int i = tree.ofBody[static_cast<std::size_t>(onB ? c.bodyB : c.bodyA)];
        const auto at = static_cast<std::size_t>(i);
        const Vector3d end = tree.bodies[at].toBody.R * (onB ? c.s_b : c.s_a);
        closure = {i, inPlane(axes, atZero[at] * end), inPlane(axes, onB ? c.s_a : c.s_b)};
    }
    return closure;
}

}  // namespace

std::optional<PlanarMechanism> planarMechanism(const Model& model) {
    const Tree& tree = model.tree;
    if (tree.bodies.empty()) return std::nullopt;
    const std::vector<Matrix3d> atZero = axesAtZero(tree);
    PlanarMechanism plane;
    plane.axes = planeAcross(atZero.front().col(2));
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
        const TreeBody& body = tree.bodies[i];
        const Vector3d z = atZero[i].col(2);
        if (body.motion >= 0 || !std::holds_alternative<Revolute>(body.joint) ||
            !parallel(z, plane.axes.col(2)))
            return std::nullopt;
        const Matrix3d carrier = body.parent == ground
                                     ? Matrix3d::Identity()
                                     : atZero[static_cast<std::size_t>(body.parent)];
        plane.bodies.push_back({z.dot(plane.axes.col(2)) > 0.0 ? 1.0 : -1.0,
                                inPlane(plane.axes, atZero[i] * body.c),
                                inPlane(plane.axes, carrier * body.A.r)});
    }
    if (!tree.closures.empty()) {
        plane.closure = closureOf(model, atZero, plane.axes);
        if (!plane.closure) return std::nullopt;
    }
    return plane;
}

}  // namespace momentree
