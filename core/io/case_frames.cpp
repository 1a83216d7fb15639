// SPDX-License-Identifier: Apache-2.0
#include "core/io/case_frames.hpp"

#include <algorithm>

namespace momentree {
namespace {

Vector3d valuesOf(const Scalar3& scalars) {
    return {scalars[0].value, scalars[1].value, scalars[2].value};
}
/// A unit vector normal to `axis`: the body axis least aligned with it, made orthogonal.
Vector3d anyNormal(const Vector3d& axis) {
    Eigen::Index least = 0;
    axis.cwiseAbs().minCoeff(&least);
    const Vector3d seed = Vector3d::Unit(least);
    return (seed - axis * axis.dot(seed) / axis.squaredNorm()).normalized();
}

bool standard(const CaseFrame& frame) {
    return frame.z == Vector3d::UnitZ() && frame.x == Vector3d::UnitX();
}

bool sameFrame(const MarkerDescription& marker, const CaseFrame& frame) {
    if (marker.orientation || valuesOf(marker.position) != frame.point) return false;
    const Vector3d z = marker.z ? valuesOf(*marker.z) : Vector3d::UnitZ();
    const Vector3d x = marker.x ? valuesOf(*marker.x) : Vector3d::UnitX();
    return z == frame.z && x == frame.x;
}

}  // namespace

CaseFrame frameAboutZ(const Vector3d& point, const Vector3d& z) {
    const Vector3d axis = z.normalized();
    const bool own = axis == Vector3d::UnitZ();
    return {point, axis, own ? Vector3d::UnitX() : anyNormal(axis)};
}

CaseFrame frameFromZX(const Vector3d& point, const Vector3d& z, const Vector3d& x) {
    const Vector3d axis = z.normalized();
    return {point, axis, (x - axis * axis.dot(x)).normalized()};
}

CaseFrame frameAboutX(const Vector3d& point, const Vector3d& axis) {
    const Vector3d x = axis.normalized();
    return {point, x == Vector3d::UnitX() ? Vector3d::UnitZ() : anyNormal(x), x};
}

CaseFrame frameAboutY(const Vector3d& point, const Vector3d& axis) {
    const Vector3d y = axis.normalized();
    const Vector3d z = y == Vector3d::UnitY() ? Vector3d::UnitZ() : anyNormal(y);
    return {point, z, y.cross(z)};
}

MarkerReference markerFor(CaseModel& model, const std::string& body, const CaseFrame& frame,
                          const std::string& name, int line) {
    ModelDescription& d = model.description;
    std::vector<MarkerDescription>& markers =
        body == "ground" ? d.groundMarkers : d.bodies[model.bodyOf.at(body)].markers;
    for (const MarkerDescription& marker : markers) {
        if (sameFrame(marker, frame)) return {body, marker.name, line};
    }
    if (standard(frame) && frame.point == Vector3d::Zero()) return {body, "", line};
    MarkerDescription marker;
    marker.name = name;
    while (std::ranges::find(markers, marker.name, &MarkerDescription::name) != markers.end())
        marker.name += '_';
    marker.position = scalarsOf(frame.point);
    if (!standard(frame)) {
        marker.z = scalarsOf(frame.z);
        marker.x = scalarsOf(frame.x);
    }
    marker.line = line;
    markers.push_back(marker);
    return {body, marker.name, line};
}

}  // namespace momentree
