// SPDX-License-Identifier: Apache-2.0
// Efforts that depend on the position or the rate of a coordinate: angle and torque [rad; N m], or
// displacement and force [m; N].
#pragma once

#include <vector>

namespace momentree {

/// A function and its slope.
struct Slope {
    double f = 0.0, df = 0.0;
};

/// Dry friction of Coulomb and Stribeck: it opposes the rate u by [kinetic + (breakaway - kinetic)
/// exp(-(u / stribeck)^2)] tanh(u / speed), and creeps at speed atanh(f / breakaway) under a load
/// f. With a speed of 0 that is sign(u), and it sticks (`sticking.hpp`).
struct Friction {
    double kinetic = 0.0, breakaway = 0.0;  ///< [N m or N], breakaway >= kinetic
    double speed = 0.0, stribeck = 0.0;     ///< [rad/s or m/s]; stribeck 0 if both are equal
    /// The joint whose reaction causes it, -1 for none: the levels are then coefficients, of the
    /// normal force for a force, of the radial force times `radius` for a torque.
    int joint = -1;
    double radius = 0.0;       ///< of the pin of a revolute joint [m]
    double guideLength = 0.0;  ///< between the ends of a guide that carry moments, 0 for none [m]

    bool ofReaction() const { return joint >= 0; }
    bool empty() const { return kinetic == 0.0 && breakaway == 0.0; }
    Slope at(double u) const;  ///< effort, of the sign of -u
    double steepest() const;   ///< -df/du at rest, the largest damping
};

/// A motor whose effort falls from `stall` at rest to zero at `noLoad` and beyond, limited to
/// +-stall.
struct SpeedLine {
    double stall = 0.0;   ///< [N m or N]
    double noLoad = 0.0;  ///< of the sign of stall [rad/s or m/s]

    bool empty() const { return stall == 0.0; }
    Slope at(double u) const;
};

/// Restoring effort over deflection: a natural cubic spline or straight lines through the points,
/// continued with the slopes at its ends.
struct Curve {
    std::vector<double> positions, values;
    std::vector<double> curvatures;  ///< at the points, zeros for straight lines
    std::vector<double> works;       ///< integrals from the first point

    bool empty() const { return positions.empty(); }
    /// Computes curvatures and works. Call once after filling the points.
    void prepare(bool linear);
    Slope at(double x) const;
    double potential(double x) const;  ///< integral from the first point [J]
};

struct Characteristic {
    Friction friction = {};
    SpeedLine motor = {};
    Curve curve = {};

    bool empty() const { return !hasPower() && curve.empty(); }
    bool hasPower() const { return !friction.empty() || !motor.empty(); }
};

}  // namespace momentree
