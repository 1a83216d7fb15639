// SPDX-License-Identifier: Apache-2.0
// Finds joints with redundant constraints and possible remedies.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// A joint that takes part in a redundant constraint.
struct OverheldJoint {
    int joint = -1;
    double share = 0.0;  ///< 0 to 1: how much of one of its directions other joints also lock
    std::vector<std::string> directions;  ///< "shift along z", "turn about x": axes of marker A
};

/// Every joint whose reactions are not unique at these poses, in the order of the joints.
/// Prescribed motions count as locked. Empty without redundancy. An error if the loops have too
/// many equations for a reasonable computing time.
Result<std::vector<OverheldJoint>> overheldJoints(const Model& model, double t,
                                                  const std::vector<BodyState>& bodies);

/// A new type for a joint, with its markers unchanged.
struct JointChange {
    int joint = -1;
    std::string type;  ///< empty: remove the joint
};

/// Changes that remove redundant constraints without changing the motion.
struct Cure {
    std::vector<JointChange> changes;
    int redundantLeft = 0;
};

/// Tries, at these poses, to replace one joint by a type with fewer constraints or to remove it.
/// Returns every change that leaves fewer redundant constraints and the same degrees of freedom,
/// best first. If no single change removes all redundancy, pairs that do are added.
/// @param stopped called between two trials; if true, the results so far are returned
std::vector<Cure> findCures(const Model& model, double t, const std::vector<BodyState>& bodies,
                            const std::function<bool()>& stopped = {});

}  // namespace momentree
