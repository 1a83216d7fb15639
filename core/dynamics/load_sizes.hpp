// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Of the loads on a body: the sums of their absolute values, in which nothing cancels.
struct LoadSize {
    double force = 0.0;   ///< [N]
    double torque = 0.0;  ///< about the centre of mass [N m]
};

/// Of what `evaluateLoads` adds up, with the same arguments [bodies].
std::vector<LoadSize> loadSizes(const Model& model, double t,
                                std::span<const BodyKinematics<double>> bodies,
                                std::span<const double> angles);

}  // namespace momentree
