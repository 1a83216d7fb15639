// SPDX-License-Identifier: Apache-2.0
// An independent reference for every formulation: Lagrange's and Hamel's equations of a model's
// spanning tree with exact derivatives; multipliers for closed loops. Simple and slow.
#pragma once

#include "core/model/model.hpp"

namespace momentree::test {

using VectorXd = Eigen::VectorXd;
using MatrixXd = Eigen::MatrixXd;

/// Configuration and joint speeds of a tree at one time.
struct JointState {
    VectorXd q;  ///< [nq], quaternions of length 1
    VectorXd u;  ///< [nu]
    double t = 0.0;
};

/// qdot = N(q) u.
VectorXd coordinateRates(const Model& model, const JointState& state);
/// dT/du.
VectorXd kineticMomenta(const Model& model, const JointState& state);
/// d2T/du2 [nu x nu].
MatrixXd massMatrix(const Model& model, const JointState& state);

/// Jacobian of the closing constraints' rates with respect to u.
MatrixXd closureJacobian(const Model& model, const JointState& state);
/// Closing constraints and their rates at (q, u, t).
VectorXd closureResiduals(const Model& model, const JointState& state);
VectorXd closureRates(const Model& model, const JointState& state);
/// u without the part that opens the loops (smallest change).
VectorXd consistentSpeeds(const Model& model, const JointState& state);

/// The constrained canonical equations: p = dT/du + J^T sigma, J u + Phi_t = 0, solved for
/// the speeds and the impulses sigma of least norm.
struct CanonicalSolution {
    VectorXd u, sigma;
};
CanonicalSolution solveCanonical(const Model& model, const JointState& state, const VectorXd& p);

/// pdot of p = dT/du + J^T sigma with fixed sigma: directional derivatives of T + sigma . Phidot,
/// generalised loads and Hamel's terms p x w.
VectorXd momentumRates(const Model& model, const JointState& state,
                       const VectorXd& sigma = VectorXd());

/// Lagrange's equations with multipliers, solved for the accelerations.
struct Accelerations {
    VectorXd udot;
    std::vector<Vec6<double>> bodies;  ///< [d2r/dt2; dw/dt] of the centres of mass, world axes
    VectorXd lambda;                   ///< of the closing constraints, least norm
};
Accelerations accelerations(const Model& model, const JointState& state);
/// [d2r/dt2; dw/dt] of the centres of mass, world axes, for joint accelerations `udot`.
std::vector<Vec6<double>> bodyAccelerations(const Model& model, const JointState& state,
                                            const VectorXd& udot);

/// Poses and velocities of the centres of mass.
InitialState bodyStates(const Model& model, const JointState& state);
struct Energies {
    double kinetic = 0.0, potential = 0.0;
};
Energies energies(const Model& model, const JointState& state);

/// One classical Runge-Kutta step with the reference's own accelerations; quaternions are
/// normalised.
JointState rungeKuttaStep(const Model& model, const JointState& state, double h);

}  // namespace momentree::test
