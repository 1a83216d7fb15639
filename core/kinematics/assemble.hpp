// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/redundancy.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// How the start was found.
struct AssemblyReport {
    double residual = 0.0;  ///< |Phi| of the resulting start [m, rad]
    double velocityResidual = 0.0;
    int iterations = 0;          ///< Newton iterations, 0 if the description was already consistent
    double largestChange = 0.0;  ///< largest change of a given joint coordinate to close the loops
    int rank = 0;                ///< of the closure Jacobian
    int degreesOfFreedom = 0;    ///< nu - rank
    int redundant = 0;           ///< closure rows - rank
    double smallestSingularValue =
        0.0;  ///< of the closure Jacobian's independent part, 0 without closures
    std::vector<Redundancy> redundancies;  ///< the redundant rows, by joint
    int openJoint = -1;   ///< the joint with the largest gap if loops cannot be closed
    double openBy = 0.0;  ///< its smallest possible gap [m], 0 if its axes do not fit
};

/// Computes the start of `model`: joint and body starts of its description, with loops closed by
/// Newton's method (given joint coordinates are kept if possible). If a loop cannot be closed, the
/// error names the joint that stays open and its gap.
Result<InitialState> assemble(const Model& model, AssemblyReport* report = nullptr);

}  // namespace momentree
