// SPDX-License-Identifier: Apache-2.0
// Markers for the points, axes and directions that a reference case gives.
#pragma once

#include <string>
#include <unordered_map>

#include "core/model/description.hpp"

namespace momentree {

/// A frame on a body of a case: a point and, where it matters, orthogonal unit axes z and x.
struct CaseFrame {
    Vector3d point = Vector3d::Zero();
    Vector3d z = Vector3d::UnitZ(), x = Vector3d::UnitX();
};

/// Scalars given as plain numbers.
inline Scalar3 scalarsOf(const Vector3d& v) {
    return {Scalar(v.x()), Scalar(v.y()), Scalar(v.z())};
}

/// A frame with this z axis; the body's own x axis is kept if z is the body's z.
CaseFrame frameAboutZ(const Vector3d& point, const Vector3d& z);
/// z, and the part of `x` normal to it.
CaseFrame frameFromZX(const Vector3d& point, const Vector3d& z, const Vector3d& x);
/// The marker axes of a universal joint: x along `axis`, or y along `axis`.
CaseFrame frameAboutX(const Vector3d& point, const Vector3d& axis);
CaseFrame frameAboutY(const Vector3d& point, const Vector3d& axis);

/// A reference case that is being read.
struct CaseModel {
    ModelDescription description;
    std::unordered_map<std::string, std::size_t> bodyOf;  ///< index by name
};

/// Returns the marker of `body` ("ground" or the name of an existing body) with this frame: an
/// existing marker, the body itself for its own frame, or a new marker called `name`.
MarkerReference markerFor(CaseModel& model, const std::string& body, const CaseFrame& frame,
                          const std::string& name, int line);

}  // namespace momentree
