// SPDX-License-Identifier: Apache-2.0
// Joints with redundant constraints, and their remedies.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// A joint that takes part in a redundant constraint.
struct OverheldJoint {
    int joint = -1;
    double share = 0.0;  ///< 0 to 1: share of one of its directions that other joints also lock
    std::vector<std::string> directions;  ///< "shift along z", "turn about x": axes of marker A
};

/// Every joint whose reactions are not unique at these poses, by joint. Prescribed motions count as
/// locked. Empty if nothing is redundant. An error for loops with too many equations to analyse in
/// reasonable time.
Result<std::vector<OverheldJoint>> overheldJoints(const Model& model, double t,
                                                  const std::vector<BodyState>& bodies);

/// Another type for a joint at its present markers.
struct JointChange {
    int joint = -1;
    std::string type;  ///< empty: without the joint
};

/// Changes that remove redundant constraints and keep the motion of the mechanism.
struct Cure {
    std::vector<JointChange> changes;
    int redundantLeft = 0;
};

/// Every change of one joint, at these poses, to a type with fewer constraints or to none, that
/// leaves fewer redundant constraints and the same degrees of freedom. If no single change removes
/// all of them, also every pair that does. The best first.
/// @param stopped called between two trials; when true, the results so far are returned
std::vector<Cure> findCures(const Model& model, double t, const std::vector<BodyState>& bodies,
                            const std::function<bool()>& stopped = {});

}  // namespace momentree
