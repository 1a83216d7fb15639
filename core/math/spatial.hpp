// SPDX-License-Identifier: Apache-2.0
// 6-vectors are [linear; angular]. THEORY 1.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "core/math/fixed_operators.hpp"

namespace momentree {

template <typename S>
using Vec3 = Eigen::Matrix<S, 3, 1>;
template <typename S>
using Mat3 = Eigen::Matrix<S, 3, 3>;
template <typename S>
using Vec6 = Eigen::Matrix<S, 6, 1>;
template <typename S>
using Mat6 = Eigen::Matrix<S, 6, 6>;
template <typename S>
using Mat6X = Eigen::Matrix<S, 6, Eigen::Dynamic, Eigen::ColMajor, 6,
                            6>;  ///< up to six columns, without heap allocation
template <typename S>
using Quat =
    Eigen::Matrix<S, 4, 1>;  ///< Euler parameters (e0, e1, e2, e3), scalar first, body to parent

using Vector3d = Eigen::Vector3d;
using Matrix3d = Eigen::Matrix3d;

/// x~ with x~ a = x cross a.
template <typename S>
Mat3<S> skew(const Vec3<S>& x) {
    Mat3<S> m;
    m << S(0), -x.z(), x.y(), x.z(), S(0), -x.x(), -x.y(), x.x(), S(0);
    return m;
}

/// Shift matrix S(s) = [[I, 0], [s~, I]] from point O to C = O + s: wrenches Q_O = S Q_C,
/// velocities V_C = S^T V_O.
template <typename S>
Mat6<S> shift(const Vec3<S>& s) {
    Mat6<S> m = Mat6<S>::Identity();
    m.template bottomLeftCorner<3, 3>() = skew(s);
    return m;
}

/// S(s) Q without forming S: the wrench Q at C, moved to O = C - s.
template <typename S>
Vec6<S> shiftWrench(const Vec3<S>& s, const Vec6<S>& Q) {
    Vec6<S> r = Q;
    r.template tail<3>() += s.cross(Q.template head<3>());
    return r;
}

/// S(s)^T V without forming S: the velocity at C = O + s from the velocity V at O.
template <typename S>
Vec6<S> shiftVelocity(const Vec3<S>& s, const Vec6<S>& V) {
    Vec6<S> r = V;
    r.template head<3>() += V.template tail<3>().cross(s);
    return r;
}

/// Rotates both halves of every column by R.
template <typename S, typename Derived>
auto rotate(const Mat3<S>& R, const Eigen::MatrixBase<Derived>& m) {
    typename Derived::PlainObject r(6, m.cols());
    r.template topRows<3>().noalias() = R * m.template topRows<3>();
    r.template bottomRows<3>().noalias() = R * m.template bottomRows<3>();
    return r;
}

/// A right-handed frame relative to another: axes R (columns) and origin r [m].
struct Frame {
    Matrix3d R = Matrix3d::Identity();
    Vector3d r = Vector3d::Zero();
};

Frame operator*(const Frame& a, const Frame& b);
Frame inverse(const Frame& a);

}  // namespace momentree
