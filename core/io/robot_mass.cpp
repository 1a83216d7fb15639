// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "core/io/robot.hpp"

namespace momentree {

bool isPositive(const Matrix3d& J) {
    const Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
    return moments[0] > 1e-14 * moments[2];
}

double leastMoment(const Matrix3d& J) {
    return Eigen::SelfAdjointEigenSolver<Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

Matrix3d raisedInertia(const MassProperties& mass) {
    constexpr double rounding = 1e-9, steel = 7850.0;  // [-] [kg/m^3]
    const Eigen::SelfAdjointEigenSolver<Matrix3d> axes(mass.J_C);
    const double least = axes.eigenvalues()[0], most = axes.eigenvalues()[2];
    const double radius = std::cbrt(0.75 * mass.mass / (std::numbers::pi * steel));
    const double ball = 0.4 * mass.mass * radius * radius;
    const bool small = most <= rounding * ball;  // what rounding leaves of zero
    const bool good = isPositive(mass.J_C) && !small;
    if (!(mass.mass > 0.0) || good || !(least >= -rounding * std::max(most, ball))) return mass.J_C;
    const double floor = small ? ball : std::min(ball, 1e-3 * most);
    const Vector3d moments = axes.eigenvalues().cwiseMax(floor);
    const Matrix3d J = axes.eigenvectors() * moments.asDiagonal() * axes.eigenvectors().transpose();
    return J.allFinite() ? Matrix3d(0.5 * (J + J.transpose())) : mass.J_C;
}

MassProperties moved(const MassProperties& mass, const Frame& at) {
    return {mass.mass, at.r + at.R * mass.com, at.R * mass.J_C * at.R.transpose()};
}

MassProperties combined(const std::vector<MassProperties>& masses) {
    if (masses.size() == 1) return masses.front();
    MassProperties sum;
    for (const MassProperties& one : masses) {
        sum.mass += one.mass;
        sum.com += one.mass * one.com;
    }
    if (sum.mass > 0.0) sum.com /= sum.mass;
    for (const MassProperties& one : masses) {
        const Vector3d s = one.com - sum.com;
        sum.J_C +=
            one.J_C + one.mass * (s.squaredNorm() * Matrix3d::Identity() - s * s.transpose());
    }
    return sum;
}

}  // namespace momentree
