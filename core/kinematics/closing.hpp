// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// The smallest displacement of all bodies that removes the violation of every constraint, to first
/// order: it closes a mechanism that has drifted.
struct ClosingMove {
    std::vector<Vec6<double>> bodies;  ///< [dr; dtheta] of the body frames, world axes [m; rad]
    /// The largest shift of a body, or its rotation times the mechanism's radius of gyration [m].
    double size = 0.0;
};

/// If redundant constraints contradict each other, part of the violation remains.
/// @param poses of all bodies; their velocities are ignored
ClosingMove closingMove(const Model& model, std::span<const BodyKinematics<double>> poses,
                        double time);

/// Multiplies the violation at these poses by `factor`, again to first order, to draw drift
/// visibly.
void exaggerate(std::span<BodyKinematics<double>> poses, const ClosingMove& move, double factor);

}  // namespace momentree
