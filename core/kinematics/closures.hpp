// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/constraints.hpp"

namespace momentree {

/// Singular values and pivots of the closures below this fraction of the largest count as zero.
inline constexpr double rankThreshold = 1e-9;

/// The loop constraints of a model in the speeds u of its spanning tree.
struct ClosureState {
    Eigen::VectorXd Phi;     ///< [closureRows] residuals [m, or sine of an angle]
    Eigen::VectorXd PhiDot;  ///< [closureRows] for the bodies' velocities
    Eigen::MatrixXd J;       ///< [closureRows x nu] Phi' = J u + explicit time
};

/// Evaluates all closures at t for poses that satisfy the tree's joints.
/// @param q [nq] tree coordinates of those poses
/// @param coupled only for Phi
ClosureState closureState(const Model& model, double t, const Eigen::VectorXd& q,
                          std::span<const BodyKinematics<double>> bodies,
                          CoupledAngles coupled = {});

/// The same without J.
ClosureState closureGaps(const Model& model, double t,
                         std::span<const BodyKinematics<double>> bodies,
                         CoupledAngles coupled = {});

/// Sets the rows that restrict velocities alone to zero.
/// @param J [closureRows x nu]
void leaveOutVelocityRows(const Model& model, Eigen::MatrixXd& J);

/// Adds rows * dV/du to `out` [rows x nu] for the velocity V = [v; w] of a body's frame, world axes.
void addVelocities(const Model& model, const Eigen::VectorXd& q,
                   std::span<const BodyKinematics<double>> bodies, int body,
                   const ConstraintTerms<double>::Rows& rows, Eigen::MatrixXd::RowsBlockXpr out);

/// Velocity of a point of a body per joint speed [3 x nu].
/// @param from the centre of mass, world axes [m]
Eigen::MatrixXd pointJacobian(const Model& model, const Eigen::VectorXd& q,
                              std::span<const BodyKinematics<double>> bodies, int body,
                              const Vector3d& from);

}  // namespace momentree
