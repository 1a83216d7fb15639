// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace momentree {

/// A scalar function of time, polynomial + harmonic + table; any part may be empty. f(t) = sum_k
/// polynomial[k] t^k + amplitude sin(frequency t + phase) + spline(t).
struct Law {
    std::vector<double> polynomial;  ///< coefficients, lowest order first
    double amplitude = 0.0;
    double frequency = 0.0;  ///< [rad/s]
    double phase = 0.0;      ///< [rad]
    /// Natural cubic spline through (times, values), twice continuously differentiable, or straight
    /// lines; constant outside. Derivatives that jump at a knot are those after it, except at the
    /// first.
    std::vector<double> times;
    std::vector<double> values;
    std::vector<double> curvatures;  ///< second derivatives at the knots, set by `prepare`
    bool linear = false;             ///< set by `prepare`

    /// Computes the spline's curvatures. Call once after filling the table.
    void prepare(bool straight);
    struct Value {
        double f = 0.0;    ///< f(t)
        double df = 0.0;   ///< df/dt
        double ddf = 0.0;  ///< d2f/dt2
    };
    Value at(double t) const;
};

}  // namespace momentree
