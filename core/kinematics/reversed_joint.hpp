// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/diagnostic.hpp"
#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// A joint that closes a loop with one of its bodies the wrong way round: its equations hold as
/// well when the axes of its markers are opposite, but its coordinates do not. -1 if there is none.
int reversedJoint(const Model& model, std::span<const BodyKinematics<double>> bodies);
/// What to do about it.
std::optional<Diagnostic> reversal(const Model& model,
                                   std::span<const BodyKinematics<double>> bodies);

}  // namespace momentree
