// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/given_start.hpp"

namespace momentree {

/// The poses and velocities in the description at t = 0 before loops are closed, in body order:
/// motions take precedence, then joint starts, then body starts, then joint coordinates of zero.
struct StartGuess {
    std::vector<BodyKinematics<double>> bodies;
    std::vector<GivenStart> given;
};
StartGuess startGuess(const Model& model);

}  // namespace momentree
