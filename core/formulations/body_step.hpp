// SPDX-License-Identifier: Apache-2.0
// What the recursions in body axes share: the transform X of THEORY 4 from a body's carrier to it.
#pragma once

#include "core/math/spatial.hpp"

namespace momentree {

/// Where a body is relative to its carrier.
template <typename S>
struct BodyStep {
    Mat3<S> R_rel;  ///< axes seen from the parent's, E3 = R_rel^T
    Vec3<S> r;      ///< O_k - O_a, parent axes
};

/// X V: velocity or acceleration of the parent felt at O_k, in k's axes.
template <typename S>
Vec6<S> outboard(const BodyStep<S>& k, const Vec6<S>& V) {
    return rotate<S>(k.R_rel.transpose(), shiftVelocity<S>(k.r, V));
}

/// X^T P: wrench or momentum of k felt at O_a, in the parent's axes.
template <typename S>
Vec6<S> inboard(const BodyStep<S>& k, const Vec6<S>& P) {
    return shiftWrench<S>(k.r, rotate(k.R_rel, P));
}

/// X^T M X, symmetric by construction: an articulated inertia that is never symmetrised is unstable
/// on long chains.
template <typename S>
Mat6<S> inboardInertia(const BodyStep<S>& k, const Mat6<S>& M) {
    const Mat3<S>& R = k.R_rel;
    const Mat3<S> A = R * M.template topLeftCorner<3, 3>() * R.transpose();
    const Mat3<S> B = R * M.template topRightCorner<3, 3>() * R.transpose();
    const Mat3<S> C = R * M.template bottomRightCorner<3, 3>() * R.transpose();
    const Mat3<S> r = skew(k.r);
    const Mat3<S> B_a = B - A * r;
    const Mat3<S> C_a = C + r * B - B_a.transpose() * r;
    Mat6<S> M_a;
    M_a.template topLeftCorner<3, 3>() = S(0.5) * (A + A.transpose());
    M_a.template topRightCorner<3, 3>() = B_a;
    M_a.template bottomLeftCorner<3, 3>() = B_a.transpose();
    M_a.template bottomRightCorner<3, 3>() = S(0.5) * (C_a + C_a.transpose());
    return M_a;
}

}  // namespace momentree
