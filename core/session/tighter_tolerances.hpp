// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "core/session/run_limits.hpp"

namespace momentree {

/// The tolerances of a second run over those of a first one, whose error its distance shows. Where
/// errors grow for long, as those of many turns do, a run with tolerances only ten times tighter
/// may be off by almost as much.
/// @param backend of the second run
inline double tighterShare(double relativeTolerance, const std::string& backend) {
    constexpr double tighter = 0.01;
    return std::max(tighter, leastTolerance(backend) / relativeTolerance);
}

/// Whether the second run can be as tight as that at all.
inline bool showsError(double share) {
    constexpr double most = 0.1;
    return share < 1.001 * most;
}

/// The error of the second run over that of the first, at most: errors fall at least with the root
/// of the tolerances, as those of methods of order 1 do.
inline double errorLeft(double share) { return std::sqrt(share); }

}  // namespace momentree
