// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/mechanism_scales.hpp"

namespace momentree {

/// The time in which the motions of a model, which may begin later, move something by about a
/// distance [s]; 0 if they stand still for ever.
/// @param distance [rad], or times the size of the largest mechanism
double timeOfMotions(const Model& model, double t, const MechanismScales& scales, double distance);

}  // namespace momentree
