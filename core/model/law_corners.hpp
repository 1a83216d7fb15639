// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/law.hpp"

namespace momentree {

struct Model;

/// The jumps of df/dt between its values at two times: a table is constant outside its times, so
/// its slope jumps after the first and before the last, and at each between straight lines.
double jumpOfRate(const Law& law, double from, double to);

/// A time at which the rate of a motion jumps, and a short span around it; or one at which a table
/// has a value, without a span.
struct Corner {
    double from = 0.0, at = 0.0, to = 0.0;  ///< [s]
};
/// Those of the motions, forces and torques of a model, in order and apart from each other.
std::vector<Corner> cornersOf(const Model& model);

/// The end of a step from t that would end at `until` [s]: steps end before, at and after each
/// corner.
double stepEnd(const std::vector<Corner>& corners, double t, double until);

}  // namespace momentree
