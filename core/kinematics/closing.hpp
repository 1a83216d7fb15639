// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The least small move of all bodies that removes the violation of every constraint, to first
/// order: it closes a mechanism that has drifted.
struct ClosingMove {
    std::vector<Vec6<double>> bodies;  ///< [dr; dtheta] of the body frames, world axes [m; rad]
    /// The largest shift of a body or its turn at the mechanism's radius of gyration [m].
    double size = 0.0;
};

/// @param poses of all bodies; their velocities do not matter
/// Where redundant constraints contradict each other, that part of the violation remains.
ClosingMove closingMove(const Model& model, std::span<const BodyKinematics<double>> poses,
                        double time);

/// The same poses with the violation `factor` times as large, again to first order: for a
/// picture of bodies that have drifted apart.
void exaggerate(std::span<BodyKinematics<double>> poses, const ClosingMove& move, double factor);

}  // namespace momentree
