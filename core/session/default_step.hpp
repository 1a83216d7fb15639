// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// The step of a run where nobody gave one [s]: `usual`, or as much less as the stiffest spring and
/// the strongest damper of the model ask for, 1, 2 or 5 times a power of ten.
double defaultStep(const Model& model, double usual);

}  // namespace momentree
