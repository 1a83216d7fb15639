// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Where the description puts the bodies at t = 0, before loops are closed: joint starts first,
/// then body starts as written, else joint coordinates of zero. Body order.
struct StartGuess {
    std::vector<BodyKinematics<double>> bodies;
    std::vector<char> heldQ, heldU;  ///< [nu] the user gave this tree joint's coordinates, speeds
};
StartGuess startGuess(const Model& model);

}  // namespace momentree
