// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// The values of three scalars.
inline Vector3d vectorOf(const Scalar3& s) { return {s[0].value, s[1].value, s[2].value}; }

/// Axes of a marker (columns) in those of its body, from evaluated scalars. Refuses a quaternion
/// that is no unit quaternion, a z without direction, and an x along z.
Result<Matrix3d> axesOf(const MarkerDescription& marker);

}  // namespace momentree
