// SPDX-License-Identifier: Apache-2.0
#include "core/model/marker_axes.hpp"

#include <cmath>

#include "core/math/quaternion.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Axes with the given z and an orthogonal x as close to the hint as possible.
Result<Matrix3d> axesFrom(const Vector3d& zGiven, const std::optional<Vector3d>& xHint) {
    if (!(zGiven.norm() > 0.0))
        return fail(
            error({}, MOMENTREE_TEXT("marker-z-zero",
                                     "the z axis has no direction; give a non-zero vector")));
    const Vector3d z = zGiven.normalized();
    Vector3d hint = Vector3d::UnitX();
    if (xHint) {
        hint = *xHint;
        if (!(hint.cross(z).norm() > 1e-6 * hint.norm())) {
            return fail(error({}, MOMENTREE_TEXT("marker-x-parallel",
                                                 "x and z are parallel; x must point across z")));
        }
    } else if (std::abs(z.x()) > 0.9) {
        hint = Vector3d::UnitY();
    }
    const Vector3d x = (hint - hint.dot(z) * z).normalized();
    Matrix3d R;
    R << x, z.cross(x), z;
    return R;
}

}  // namespace

Result<Matrix3d> axesOf(const MarkerDescription& marker) {
    if (marker.orientation) {
        const auto& e = *marker.orientation;
        const Quat<double> q(e[0].value, e[1].value, e[2].value, e[3].value);
        if (std::abs(q.norm() - 1.0) > 1e-3) {
            return fail(error(
                {},
                MOMENTREE_TEXT(
                    "marker-not-unit",
                    "the orientation is not a unit quaternion (e0, e1, e2, e3); its norm is %1")(
                    numberText(q.norm(), 4))));
        }
        return rotationOf<double>(q);
    }
    if (!marker.z && !marker.x) return Matrix3d::Identity().eval();
    std::optional<Vector3d> x;
    if (marker.x) x = vectorOf(*marker.x);
    return axesFrom(marker.z ? vectorOf(*marker.z) : Vector3d::UnitZ(), x);
}

}  // namespace momentree
