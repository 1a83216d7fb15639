// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "campaign/draft.hpp"

namespace momentree::campaign {

/// A joint with one coordinate that no motion prescribes, and its scales.
struct Axis {
    int joint;
    bool turns;
    double q;       ///< at the start
    double unit;    ///< of q: 1 rad or a size
    double effort;  ///< that changes the speed of the lighter body by its rate within 1 / rate
    double rate;    ///< [1/s]
};
std::vector<Axis> freeAxes(const Draft& draft);
/// Adds a torque about the axis or a force along it.
void addAlong(Draft& draft, const Axis& axis, const std::string& kind, const LawDescription& law,
              const CharacteristicDescription& characteristic);
/// Restores over the deflection, which has this unit, by about this effort.
CurveDescription someCurve(Draft& draft, double unit, double effort);
/// Couples two axes where they are.
CouplingDescription couplingOf(Draft& draft, const Axis& a, const Axis& b);
/// "coupling+friction"
std::string joined(const std::set<std::string>& kinds);

/// Adds couplings of joints, planar and constant-velocity joints, guides of points, friction,
/// motors, nonlinear springs, laws of the state, quadratic drag, limits and contacts. Returns their
/// kinds ("coupling+friction"), empty if nothing was added.
std::string addElements(Draft& draft);

/// The column of the probe for the effort of a coupling's term, counted from 1.
std::string couplingEffort(const std::string& coupling, int term);

}  // namespace momentree::campaign
