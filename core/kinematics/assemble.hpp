// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/redundancy.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// How the start was found.
struct AssemblyReport {
    double residual = 0.0;  ///< |Phi| of the start handed out [m, rad]
    double velocityResidual = 0.0;
    int iterations = 0;  ///< Newton iterations, 0 if the description was consistent as written
    double largestChange = 0.0;  ///< of a joint coordinate that the user gave, to close the loops
    int rank = 0;                ///< of the closure Jacobian
    int degreesOfFreedom = 0;    ///< nu - rank
    int redundant = 0;           ///< closure rows - rank
    double smallestSingularValue =
        0.0;  ///< of the closure Jacobian's independent part, 0 without closures
    std::vector<Redundancy> redundancies;  ///< the redundant rows, by joint
    int openJoint = -1;   ///< where loops cannot be closed, the one that is open most
    double openBy = 0.0;  ///< and by how much at least [m], 0 where its axes do not fit
};

/// The start of `model`: joint and body starts of its description, closed by Newton's method on the
/// loop constraints (joint coordinates that the user gave are held if that can be done). Refuses,
/// naming the joint that stays open and by how much, when it cannot close.
Result<InitialState> assemble(const Model& model, AssemblyReport* report = nullptr);

}  // namespace momentree
