// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/stepper.hpp"

namespace momentree {

/// What moving a state back onto its constraints after a step has found. Lengths are relative to
/// the size of the mechanism, angles in rad.
struct StepReport {
    StepStatus status = StepStatus::Reached;
    double moved = 0.0;      ///< largest change of a joint coordinate
    double violation = 0.0;  ///< |Phi| that remains
    /// What the closures ask of the velocities and the mechanism cannot do, relative to its
    /// velocities.
    double demand = 0.0;
    bool jumped = false;    ///< velocities jumped, with those of a motion
    bool singular = false;  ///< a closure has lost a direction in this pose
    int closureRow = -1;    ///< the row with the largest violation or demand, -1 none
};

}  // namespace momentree
