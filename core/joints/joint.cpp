// SPDX-License-Identifier: Apache-2.0
#include "core/joints/joint.hpp"

#include <algorithm>

namespace momentree {

void Revolute::coordinates(const Frame& B, double* q) { q[0] = std::atan2(B.R(1, 0), B.R(0, 0)); }

void Prismatic::coordinates(const Frame& B, double* q) { q[0] = B.r.z(); }

void Cylindrical::coordinates(const Frame& B, double* q) {
    q[0] = std::atan2(B.R(1, 0), B.R(0, 0));
    q[1] = B.r.z();
}

void Universal::coordinates(const Frame& B, double* q) {
    q[0] = std::atan2(B.R(2, 1), B.R(1, 1));
    q[1] = std::atan2(B.R(0, 2), B.R(0, 0));
}

void Spherical::coordinates(const Frame& B, double* q) {
    Eigen::Map<Quat<double>>{q} = quaternionOf<double>(B.R);
}

void Free::coordinates(const Frame& B, double* q) {
    Eigen::Map<Vector3d>{q} = B.r;
    Eigen::Map<Quat<double>>{q + 3} = quaternionOf<double>(B.R);
}

void Fixed::coordinates(const Frame& /*B*/, double* /*q*/) {}

void Translational::coordinates(const Frame& B, double* q) { Eigen::Map<Vector3d>{q} = B.r; }

void Planar::coordinates(const Frame& B, double* q) {
    q[0] = B.r.x();
    q[1] = B.r.y();
    q[2] = std::atan2(B.R(1, 0), B.R(0, 0));
}

int coordinateCount(const Joint& joint) {
    return visitJoint([](auto j) { return j.nq; }, joint);
}
int speedCount(const Joint& joint) {
    return visitJoint([](auto j) { return j.nu; }, joint);
}
int firstAngle(const Joint& joint) {
    return visitJoint(
        [](auto j) {
            const auto found = std::ranges::find(j.angular, true);
            return found == j.angular.end() ? -1 : static_cast<int>(found - j.angular.begin());
        },
        joint);
}

}  // namespace momentree
