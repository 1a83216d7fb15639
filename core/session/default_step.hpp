// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.hpp"

namespace momentree {

/// The default step of a run [s]: `usual`, or less if the stiffest spring or strongest damper of
/// the model requires it; 1, 2 or 5 times a power of ten.
double defaultStep(const Model& model, double usual);

}  // namespace momentree
