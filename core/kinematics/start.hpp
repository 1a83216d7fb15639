// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The poses in the description at t = 0 before loops are closed, in body order: joint starts take
/// precedence, then body starts, then joint coordinates of zero.
struct StartGuess {
    std::vector<BodyKinematics<double>> bodies;
    std::vector<char> heldQ, heldU;  ///< [nu] coordinates, speeds given by the user
};
StartGuess startGuess(const Model& model);

}  // namespace momentree
