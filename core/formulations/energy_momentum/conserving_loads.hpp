// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Changes the forces of springs between points and along axes, as `evaluateLoads` gives them at
/// mean poses, to those whose work in the step is exactly the change of their energy: the change
/// over that of half the square of the length, or of the displacement, along the mean direction.
/// @param starts, ends, means [bodies] R the directors
void conserveEnergy(const Model& model, std::span<const BodyKinematics<double>> starts,
                    std::span<const BodyKinematics<double>> ends,
                    std::span<const BodyKinematics<double>> means, std::span<Vec6<double>> Q);

}  // namespace momentree
