// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>

#include "core/io/robot.hpp"

namespace momentree {

bool isPositive(const Matrix3d& J) {
    const Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
    return moments[0] > 1e-14 * moments[2];
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
