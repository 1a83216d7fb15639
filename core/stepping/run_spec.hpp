// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace momentree {

/// The settings of a run: ids of contract section 2 and times in seconds.
struct RunSpec {
    std::string formulation, backend = "sequential", integrator;
    double step = 1e-3;
    double duration = 10.0;
    double sample = 0.01;                                        ///< interval of recorded rows
    double relativeTolerance = 1e-8, absoluteTolerance = 1e-10;  ///< adaptive integrators
    /// Feedback of violated constraints, except in index3-dca: J a += 2 beta Phi' + beta^2 Phi, or
    /// J u += beta Phi where momenta are the state [1/s].
    double baumgarte = 0.0;
    /// Moves pose and velocities back onto the constraints after every step (THEORY 3.9), except in
    /// index3-dca, which has projections.
    bool correction = true;
    /// hdca with revolute joints in a plane: method for inverting small matrices, rank-revealing
    /// (pivoted Cholesky for a loop's matrix), adjugate (of 2x2), ldup or eigen.
    std::string inversion = "rank-revealing";
    /// Loops in hdca, naudet and hamilton-index2: minimum time between resets p := M u, which
    /// remove the impulses from the momenta [s]; 0 resets after every step.
    double momentumReset = 0.0;
    double penalty = 1e8;            ///< index3-dca: alpha step^2 / 4 over the mass
    int newtonIterations = 20;       ///< trapezoidal: maximum per step
    double newtonTolerance = 1e-10;  ///< trapezoidal: of the last change; 0 uses all iterations
    int projections = 1;             ///< index3-dca: of velocities and accelerations per step
    bool modifiedNewton = false;     ///< index3-dca: one tangent per step
};

/// The default interval of recorded rows: a thousandth of the run, at least one step.
double defaultSample(const RunSpec& spec);

}  // namespace momentree
