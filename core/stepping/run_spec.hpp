// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// What to run: ids of contract section 2 and times in seconds.
struct RunSpec {
    std::string formulation, backend = "sequential", integrator;
    double step = 1e-3;
    double duration = 10.0;
    double sample = 0.01;                                        ///< interval of recorded rows
    double relativeTolerance = 1e-8, absoluteTolerance = 1e-10;  ///< adaptive integrators
    /// How fast violated constraints are fed back, except by index3-dca: J a += 2 beta Phi' +
    /// beta^2 Phi, or J u += beta Phi where momenta are the state [1/s].
    double baumgarte = 20.0;
    /// hdca with revolute joints in a plane: how its small matrices are inverted, rank-revealing (a
    /// loop's matrix by pivoted Cholesky), adjugate (of 2x2), ldup or eigen.
    std::string inversion = "rank-revealing";
    /// Loops in hdca, naudet and hamilton-index2: least time between resets p := M u of the
    /// impulses that the momenta hold [s], 0 for every step.
    double momentumReset = 0.0;
    double penalty = 1e8;            ///< index3-dca: alpha step^2 / 4 over the mass
    int newtonIterations = 20;       ///< trapezoidal: the most in a step
    double newtonTolerance = 1e-10;  ///< trapezoidal: of the last change; 0 takes all iterations
    int projections = 1;             ///< index3-dca: of velocities and accelerations, each step
    bool modifiedNewton = false;     ///< index3-dca: one tangent a step
};

/// The interval of recorded rows where the file gives none: a thousand rows, but no less than a
/// step.
double defaultSample(const RunSpec& spec);

}  // namespace momentree
