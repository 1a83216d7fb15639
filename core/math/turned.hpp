// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/quaternion.hpp"

namespace momentree {

/// e rotated by 2 tan(angle / 2) along an axis, body axes (Cayley).
template <typename S>
Quat<S> turned(const Quat<S>& e, const Vec3<S>& turn) {
    Quat<S> out = e + quaternionRate<S>(e, turn);
    out.normalize();
    return out;
}

}  // namespace momentree
