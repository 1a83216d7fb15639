// SPDX-License-Identifier: Apache-2.0
// Which joints hold a mechanism more often than needed, and what would cure that.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// A joint that shares in forbidding what other joints forbid too.
struct OverheldJoint {
    int joint = -1;
    double share = 0.0;  ///< 0 to 1: how much of one of its directions the others hold as well
    std::vector<std::string> directions;  ///< "shift along z", "turn about x": axes of marker A
};

/// Every joint whose reactions these poses leave open, by joint. Prescribed motions count as held.
/// Empty where nothing is redundant. Refuses loops with more equations than can be looked through
/// in reasonable time.
Result<std::vector<OverheldJoint>> overheldJoints(const Model& model, double t,
                                                  const std::vector<BodyState>& bodies);

/// Another type for a joint at its present markers.
struct JointChange {
    int joint = -1;
    std::string type;  ///< empty: without the joint
};

/// Changes that take redundant constraints away and let the mechanism move as before.
struct Cure {
    std::vector<JointChange> changes;
    int redundantLeft = 0;
};

/// Every change of one joint, at these poses, to a type that holds less or to none, that leaves
/// fewer redundant constraints and the same degrees of freedom; and where none of them leaves
/// nothing redundant, every pair of them that does. The best first.
/// @param stopped asked between two trials; when true, what was found so far is given
std::vector<Cure> findCures(const Model& model, double t, const std::vector<BodyState>& bodies,
                            const std::function<bool()>& stopped = {});

}  // namespace momentree
