// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/redundancy.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// How the start was found.
struct AssemblyReport {
    double residual = 0.0;  ///< |Phi| of the resulting start [m, rad]
    double velocityResidual = 0.0;
    double poseGap = 0.0;  ///< residual relative to the size of the mechanism
    /// The same, of poses beside the start if that is larger, see PoseSearch::gapsAround.
    double gap = 0.0;
    /// The gap allowed: mechanisms that do not close exactly, because lengths are rounded.
    double tolerance = 0.0;
    bool exact = true;           ///< closed as far as rounding allows
    int iterations = 0;          ///< 0 if the description was already consistent
    double largestChange = 0.0;  ///< largest change of a given joint coordinate to close the loops
                                 ///< [rad, or relative to the mechanism's size]
    int rank = 0;                ///< of the closure Jacobian outside singular poses
    int startRank = 0;           ///< in this pose; less than `rank` if it is singular
    int degreesOfFreedom = 0;    ///< of poses: nu - rank without rows of velocities alone
    int speedsOfFreedom = 0;     ///< of velocities: nu - rank
    int redundant = 0;           ///< closure rows - rank
    /// Of the closure Jacobian's independent part, 0 without closures. For large mechanisms (see
    /// LoopMotions), the root of a pivot instead, as below.
    double smallestSingularValue = 0.0;
    /// Singular values of the closure Jacobian without units, relative to the largest: the last
    /// that counts and the first that does not, see ClosureGroup.
    double smallestKept = 1.0, largestDropped = 0.0;
    std::vector<Redundancy> redundancies;  ///< the redundant rows, by joint
    Diagnostics warnings;                  ///< given values that were changed
    int openJoint = -1;   ///< the joint with the largest gap if loops cannot be closed
    double openBy = 0.0;  ///< its smallest possible gap [m], 0 if its axes do not fit
};

/// Computes the start of `model`: prescribed motions, then joint starts, then body starts (a
/// guess), then zero, with loops closed (THEORY 6.2). Given joint coordinates and speeds are kept,
/// of joints that close loops, too; values that contradict each other are an error that names the
/// joint, its value and the possible one, or a warning in the report if the description lets the
/// start adjust. If a loop cannot be closed, the error names the joint that stays open and its gap.
Result<InitialState> assemble(const Model& model, AssemblyReport* report = nullptr);

}  // namespace momentree
