// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/work_plane.hpp"

#include <algorithm>

namespace momentree::app {
namespace {

constexpr double askew = 1e-9;  ///< sine below which directions count as equal

Frame poseOf(const CheckedModel& seen, int body) {
    if (body == ground) return {};
    const BodyState& state = seen.start[static_cast<std::size_t>(body)];
    return {rotationOf<double>(state.e), state.r};
}

/// Axes with this normal and an x axis as close to a world axis as possible, x before y before z.
Matrix3d axesAcross(const Vector3d& normal) {
    Vector3d x = Vector3d::Zero();
    for (int k = 0; k < 3 && x.norm() < 0.5; ++k) x = Vector3d::Unit(k) - normal * normal[k];
    x.normalize();
    Matrix3d R;
    R << x, normal.cross(x), normal;
    return R;
}

std::vector<Vector3d> pointsOf(const CheckedModel& seen, int body) {
    const Frame pose = poseOf(seen, body);
    std::vector<Vector3d> points;
    for (const int m : seen.model->bodies[static_cast<std::size_t>(body)].markers)
        points.push_back((pose * seen.model->markers[static_cast<std::size_t>(m)].frame).r);
    return points;
}

/// Direction to the point farthest from the first one.
Vector3d directionOf(const std::vector<Vector3d>& points) {
    Vector3d longest = Vector3d::Zero();
    for (const Vector3d& p : points)
        if ((p - points.front()).norm() > longest.norm()) longest = p - points.front();
    return longest;
}

}  // namespace

WorkPlane principalPlane(WorkPlane::Kind kind) {
    WorkPlane plane;
    plane.kind = kind;
    if (kind == WorkPlane::Kind::Xz) plane.base.R << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    if (kind == WorkPlane::Kind::Yz) plane.base.R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    return plane;
}

WorkPlane planeThroughLink(const CheckedModel& seen, int body) {
    WorkPlane plane;
    plane.kind = WorkPlane::Kind::Link;
    plane.name = QString::fromStdString(seen.model->bodies[static_cast<std::size_t>(body)].name);
    const Frame pose = poseOf(seen, body);
    const std::vector<Vector3d> points = pointsOf(seen, body);
    plane.base = {axesAcross(pose.R.col(2)), points.empty() ? pose.r : points.front()};
    const Vector3d along = directionOf(points);
    if (along.norm() < askew) return plane;
    const Vector3d x = along.normalized();
    Vector3d normal = Vector3d::Zero();
    for (const Vector3d& p : points) {
        const Vector3d across = x.cross(p - points.front());
        if (across.norm() > std::max(normal.norm(), 1e-6)) normal = across;
    }
    for (const int axis : {2, 1}) {
        if (normal.norm() > askew) break;
        normal = pose.R.col(axis) - x * x.dot(pose.R.col(axis));
        if (normal.norm() < 0.1) normal.setZero();
    }
    normal.normalize();
    // Which side is up depends on the link, not on the order of its points.
    if (normal.dot(pose.R.col(2)) < -askew) normal = -normal;
    plane.base.R = axesAcross(normal);
    return plane;
}

WorkPlane planeAcrossAxis(const CheckedModel& seen, int joint) {
    const JointElement& element = seen.model->joints[static_cast<std::size_t>(joint)];
    WorkPlane plane;
    plane.kind = WorkPlane::Kind::Axis;
    plane.name = QString::fromStdString(element.name);
    const Frame A = poseOf(seen, element.A.body) * element.A.frame;
    plane.base = {axesAcross(A.R.col(2)), (poseOf(seen, element.B.body) * element.B.frame).r};
    return plane;
}

}  // namespace momentree::app
