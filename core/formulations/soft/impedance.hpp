// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace momentree {

/// How constraints yield, by the parameters of MuJoCo (THEORY 6.11).
struct SoftConstraints {
    /// solref: time constant [s] and damping ratio, or minus stiffness [1/s^2] and minus damping
    /// [1/s] of a unit of inertia.
    double timeConstant = 0.02, dampingRatio = 1.0;
    /// solimp: impedance at Phi = 0 and from Phi = width on; a power law about the midpoint.
    double least = 0.9, most = 0.95, width = 0.001, midpoint = 0.5, power = 2.0;

    bool isDirect() const { return timeConstant < 0.0; }
};

/// d(r), r the norm of Phi of a joint: the share of the force of a rigid constraint.
double impedanceOf(const SoftConstraints& soft, double r);

/// Phi'' = -damping Phi' - stiffness Phi where a constraint has an impedance d.
double dampingOf(const SoftConstraints& soft);
double stiffnessOf(const SoftConstraints& soft, double d);

/// The numbers after the colon of "soft-euler:TIMECONST,DAMPRATIO,DMIN,DMAX,WIDTH,MIDPOINT,POWER",
/// of which the last ones may be left out; the defaults without a colon. None if a number cannot be
/// read or is out of its range.
std::optional<SoftConstraints> softConstraintsOf(const std::string& integrator);

}  // namespace momentree
