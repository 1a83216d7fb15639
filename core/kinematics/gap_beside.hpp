// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/model/model.hpp"

namespace momentree {

/// `PoseSearch::gapAround` at poses of bodies, 0 where loops close as exactly as rounding allows.
double gapBeside(const Model& model, double t, std::span<const BodyState> bodies);

}  // namespace momentree
