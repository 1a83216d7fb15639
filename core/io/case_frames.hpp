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

/// Scalars without a text of their own.
inline Scalar3 scalarsOf(const Vector3d& v) {
    return {Scalar(v.x()), Scalar(v.y()), Scalar(v.z())};
}

/// Any frame with this z; the body's own x where z is its z.
CaseFrame frameAboutZ(const Vector3d& point, const Vector3d& z);
/// z and the part of `x` normal to it.
CaseFrame frameFromZX(const Vector3d& point, const Vector3d& z, const Vector3d& x);
/// The marker axes of a universal joint: x along `axis`, or y along `axis`.
CaseFrame frameAboutX(const Vector3d& point, const Vector3d& axis);
CaseFrame frameAboutY(const Vector3d& point, const Vector3d& axis);

/// A reference case while it is read.
struct CaseModel {
    ModelDescription description;
    std::unordered_map<std::string, std::size_t> bodyOf;  ///< index by name
};

/// The marker of `body` ("ground" or the name of a body that exists) with this frame: one that is
/// there already, the body alone for its own frame, or a new one called `name`.
MarkerReference markerFor(CaseModel& model, const std::string& body, const CaseFrame& frame,
                          const std::string& name, int line);

}  // namespace momentree
