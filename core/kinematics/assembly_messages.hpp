// SPDX-License-Identifier: Apache-2.0
// What `assemble` says about starts that it does not find or take; internal.
#pragma once

#include "core/kinematics/assemble.hpp"

namespace momentree {

/// The loops close only within the tolerance.
Diagnostic closesNearly(const AssemblyReport& report);
/// The caller requested a stop.
Diagnostic givenUp();
/// Advice where joints stay open.
Message waysOut(const Model& model);
/// The disc of a joint has no point of contact.
Diagnostic liesFlat(const Model& model, int joint);
/// A motion that the loops do not let start in a singular pose.
Diagnostic standsAtDeadPoint(const Model& model, double t);
/// Motions that leave a singular pose from rest.
Diagnostic restsSingular(const Model& model);
/// A joint that restricts velocities alone in a singular pose.
Diagnostic rollsSingular(const JointElement& joint);

}  // namespace momentree
