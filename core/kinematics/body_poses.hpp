// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/diagnostic.hpp"
#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Appends a warning if bodies start far from the poses given for them, which are only where the
/// search for a closed mechanism begins.
/// @param bodies [n] as the run starts
void warnOfPoses(const Model& model, std::span<const BodyKinematics<double>> bodies,
                 Diagnostics& warnings);

}  // namespace momentree
