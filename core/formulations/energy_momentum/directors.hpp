// SPDX-License-Identifier: Apache-2.0
// One rigid body as three directors, the columns of D, whose equations of Livens' principle are
// projected onto rotations (THEORY 6.10).
#pragma once

#include "core/math/spatial.hpp"

namespace momentree {

/// The directors of a body in one step. D_1 - D_0 = theta x D, so that both ends are rotations.
struct Directors {
    Mat3<double> E;          ///< Euler's tensor tr(J)/2 I - J, body axes
    Mat3<double> D0, D1, D;  ///< at the ends, and their mean
    Vec3<double> theta;      ///< world axes
    Vec3<double> w0, w1;     ///< world axes; D' = w x D at the ends
    double h = 0.0;          ///< the step

    Mat3<double> rate() const;  ///< mean of D' at the ends
};

/// Euler's tensor of a central inertia J.
Mat3<double> eulerTensor(const Mat3<double>& J);

/// P(A) with P w = sum of d_k x (w x a_k), d_k the columns of D and a_k those of A E: angular
/// momentum, seen from the mean directors, of directors A that turn with w.
Mat3<double> momentumMatrix(const Directors& body, const Mat3<double>& A);

/// The torque sum of d_k x (D' Gamma)_k of the multipliers Gamma (symmetric), which keep velocities
/// of directors those of a rotation: D Gamma = (theta x D / h - D') E - G.
/// @param G the same of the multipliers of joints
Vec3<double> rigidityTorque(const Directors& body, const Mat3<double>& G);

/// P(D) theta - h P(D_0) w_0 + h^2/2 rigidityTorque.
Vec3<double> turnResidual(const Directors& body, const Mat3<double>& G);

/// Its derivative with respect to a rotation of D_1, world axes, while w_1 follows as
/// P(D_1) w_1 = 2/h P(D) theta - P(D_0) w_0 + constant.
Mat3<double> turnTangent(const Directors& body, const Mat3<double>& G);

}  // namespace momentree
