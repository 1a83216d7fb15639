// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include "core/dynamics/extended.hpp"
#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Displacement of a bushing, in the axes of A: x = [R_A^T d; phi], phi the rotation vector from A
/// to B, its rate and the wrench that it exerts on B at B's origin, world axes (THEORY 7).
template <typename S>
struct BushingState {
    MarkerKinematics<S> A, B;
    Vec6<S> x, rate;
    Vec6<S> elastic, damped;  ///< K x + f(x) and C x', in the axes of A
    S stored;                 ///< potential energy

    BushingState(const Bushing& bushing, std::span<const BodyKinematics<S>> bodies)
        : A(markerKinematics(bushing.A, bodies)), B(markerKinematics(bushing.B, bodies)) {
        const Vec3<S> d = B.r - A.r;
        const Mat3<S> turn = A.R.transpose() * B.R;
        takeRotation(turn);
        x << A.R.transpose() * d, phi_;
        // phi' = J_l^-1(phi) w, where J_l^-1 is the transposed J_r^-1.
        const Vec3<S> w = A.R.transpose() * (B.w - A.w);
        rate << A.R.transpose() * (B.v - A.v - A.w.cross(d)),
            w - S(0.5) * phi_.cross(w) + c_ * phi_.cross(phi_.cross(w));
        elastic = bushing.K.template cast<S>() * x;
        stored = S(0.5) * elastic.dot(x);
        for (std::size_t k = 0; k < bushing.curves.size(); ++k) {
            const Curve& curve = bushing.curves[k];
            const S& along = x[static_cast<Eigen::Index>(k)];
            elastic[static_cast<Eigen::Index>(k)] += curveAt(curve, along);
            stored += potentialAt(curve, along);
        }
        damped = bushing.C.template cast<S>() * rate;
    }
    Vec3<S> force() const { return -(A.R * Vec3<S>((elastic + damped).template head<3>())); }
    /// -R_A J_r^-1 y_r, without which its power would not be that of its energy.
    Vec3<S> torque() const {
        const Vec3<S> y = (elastic + damped).template tail<3>();
        return -(A.R * Vec3<S>(y + S(0.5) * phi_.cross(y) + c_ * phi_.cross(phi_.cross(y))));
    }

private:
    /// phi and c = 1/p^2 - (1 + cos p) / (2 p sin p), p = |phi|. NaN beyond 3 rad: near half a turn
    /// the axis of the rotation is not defined.
    void takeRotation(const Mat3<S>& turn) {
        using std::atan2;
        using std::sqrt;
        const Vec3<S> v = S(0.5) * Vec3<S>(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0),
                                           turn(1, 0) - turn(0, 1));
        const S sine = sqrt(v.squaredNorm()), cosine = S(0.5) * (turn.trace() - S(1));
        const S p = atan2(sine, cosine), p2 = p * p;
        phi_ = sine > S(0) ? Vec3<S>(v * (p / sine)) : v;
        if (p > S(3)) phi_.setConstant(static_cast<S>(std::numeric_limits<double>::quiet_NaN()));
        // Where the closed form cancels, its series.
        c_ = p2 < S(0.01)
                 ? S(1) / S(12) +
                       p2 * (S(1) / S(720) +
                             p2 * (S(1) / S(30240) + p2 * (S(1) / S(1209600) + p2 / S(47900160))))
                 : (S(1) - S(0.5) * p * (S(1) + cosine) / sine) / p2;
    }

    Vec3<S> phi_;
    S c_;
};

}  // namespace momentree
