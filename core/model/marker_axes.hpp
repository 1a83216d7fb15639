// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// The values of three scalars.
inline Vector3d vectorOf(const Scalar3& s) { return {s[0].value, s[1].value, s[2].value}; }

/// Axes of a marker (columns) in those of its body, from evaluated scalars. Errors: a quaternion
/// without unit length, a zero z, an x parallel to z.
Result<Matrix3d> axesOf(const MarkerDescription& marker);

}  // namespace momentree
