// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/modes.hpp"
#include "core/kinematics/assemble_near.hpp"

namespace momentree {

/// A pose in which the loads at one time hold each other.
struct Equilibrium {
    InitialState state;      ///< at rest
    double potential = 0.0;  ///< gravity and springs [J]
    double residual = 0.0;   ///< largest |f_r| relative to the loads it is made of
    int steps = 0;
    bool conservative = true;  ///< found as a minimum of the potential
    Linearisation linearisation;
    Modes modes;  ///< about it; their stability is that of the equilibrium
};

/// The static equilibrium reached from the assembled start: loads and motions as they are at t = 0,
/// velocities zero. With loads that have a potential it is a minimum, reached by a trust region
/// method on the constraints: every step lowers the potential, and saddles are left along a
/// direction that lowers it. Other loads (fixed in a body, torques, efforts of joints) are balanced
/// by a pseudo-transient continuation (M_r / delta + K_r) dz = f_r with growing delta (Kelley and
/// Keyes 1998). An error if it does not converge.
Result<Equilibrium> equilibrium(const Model& model);
/// The same from the pose that is nearest to `near`.
Result<Equilibrium> equilibriumNear(const Model& model, const JointMotion& near);

}  // namespace momentree
