// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/sticking.hpp"

#include "core/dynamics/joint_friction.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

/// A marker with its accelerations. Does not allocate.
struct MovingMarker {
    Matrix3d R = Matrix3d::Identity();
    Vector3d r, v = Vector3d::Zero(), w = Vector3d::Zero();
    Vector3d a = Vector3d::Zero(), alpha = Vector3d::Zero();

    MovingMarker(const Marker& marker, const Sample& sample) {
        if (marker.body == ground) {
            R = marker.frame.R;
            r = marker.frame.r;
            return;
        }
        const BodyKinematics<double> body = kinematicsOf(sample.bodies[toIndex(marker.body)]);
        const Vec6<double>& acceleration = sample.accelerations[toIndex(marker.body)];
        const Vector3d arm = body.R * marker.frame.r;
        R = body.R * marker.frame.R;
        r = body.r + arm;
        w = body.w;
        v = body.v + w.cross(arm);
        alpha = acceleration.tail<3>();
        a = acceleration.head<3>() + alpha.cross(arm) + w.cross(w.cross(arm));
    }
};

}  // namespace

Slip slipOf(const AxialLoad& load, const Sample& sample) {
    const MovingMarker A(load.A, sample), B(load.B, sample);
    const Vector3d z = A.R.col(2), zRate = A.w.cross(z);
    if (load.torque) {
        const Vector3d w = B.w - A.w;
        return {z.dot(w), z.dot(B.alpha - A.alpha) + zRate.dot(w)};
    }
    const Vector3d d = B.r - A.r, v = B.v - A.v;
    const Vector3d zAcceleration = A.alpha.cross(z) + A.w.cross(zRate);
    return {z.dot(v) + zRate.dot(d), z.dot(B.a - A.a) + 2.0 * zRate.dot(v) + zAcceleration.dot(d)};
}

double holdingLimit(const AxialLoad& load, const Sample& sample) {
    const Friction& friction = load.characteristic.friction;
    if (!friction.ofReaction()) return friction.breakaway;
    const Vector3d z = MovingMarker(load.A, sample).R.col(2);
    return friction.breakaway *
           normalForceOf(load, sample.joints[toIndex(friction.joint)].reaction, z);
}

Stop holdOf(const AxialLoad& load, std::span<const BodyState> bodies) {
    const std::vector<BodyKinematics<double>> poses = kinematicsOf(bodies);
    const MarkerKinematics<double> A = markerKinematics<double>(load.A, poses),
                                   B = markerKinematics<double>(load.B, poses);
    Stop hold{.name = load.name, .A = load.A, .B = load.B, .turns = load.torque};
    if (load.torque)  // an angle of 0
        hold.B.frame.R = at<double>(poses, load.B.body).R.transpose() * A.R;
    else
        hold.bound = A.R.col(2).dot(B.r - A.r);
    return hold;
}

}  // namespace momentree
