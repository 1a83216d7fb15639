// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree::alpha {

/// The parameters of the rule with the factor rho per step of motions much faster than the step
/// (THEORY 6.8).
struct Coefficients {
    explicit Coefficients(double rho)
        : m((2.0 * rho - 1.0) / (rho + 1.0)),
          f(rho / (rho + 1.0)),
          gamma(0.5 + f - m),
          beta(0.25 * (gamma + 0.5) * (gamma + 0.5)),
          ofPosition(beta * (1.0 - f) / (1.0 - m)),
          ofVelocity(gamma * (1.0 - f) / (1.0 - m)) {}

    double m, f;         ///< alpha_m, alpha_f
    double gamma, beta;  ///< Newmark's
    double ofPosition;   ///< beta': d q_1 / d vdot_1 over h^2
    double ofVelocity;   ///< gamma': d v_1 / d vdot_1 over h
};

}  // namespace momentree::alpha
