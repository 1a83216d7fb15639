// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "campaign/draft.hpp"

namespace momentree::campaign {

/// Adds couplings of joints, planar and constant-velocity joints, guides of points, friction,
/// motors, nonlinear springs, laws of the state, quadratic drag, limits and contacts. Returns their
/// kinds ("coupling+friction"), empty if nothing was added.
std::string addElements(Draft& draft);

/// The column of the probe for the effort of a coupling's term, counted from 1.
std::string couplingEffort(const std::string& coupling, int term);

}  // namespace momentree::campaign
