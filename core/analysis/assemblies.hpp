// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/analysis/watch.hpp"
#include "core/kinematics/assemble.hpp"

namespace momentree {

/// One way to put a mechanism together.
struct Assembly {
    /// "open" or "crossed" of a four-bar, otherwise the sides to which dyads bend: "C left", from
    /// the body that it is joined to first, seen against the axis of the hinge C. Empty where there
    /// are neither.
    std::string name;
    std::vector<BodyState> bodies;  ///< at rest
};

struct Assemblies {
    std::vector<Assembly> all;  ///< that of the start first
    bool searched = false;      ///< false for mechanisms whose assemblies are not looked for
    bool nearlyEqual = false;   ///< two are close: the mechanism is nearly at a dead point
};

/// All assemblies at t = 0 of a mechanism whose motions determine its movement, by closing its
/// loops from random poses until forty times as many as are known bring no new one. They are not
/// looked for in open chains, with couplings, and with more than 12 bodies or coordinates.
Assemblies assembliesOf(const Model& model, const InitialState& start, const Watch& watch = {});

}  // namespace momentree
