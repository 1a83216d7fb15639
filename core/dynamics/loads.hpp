// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kinematics/body_kinematics.hpp"

namespace momentree {

/// Latest angles of the torsional loads: rotations are known only modulo 2 pi, but springs count
/// turns.
struct AngleMemory {
    std::vector<double> angles;  ///< [Model::axialLoads]
};

/// Sets each angle to the one nearest to its stored value; the first time to the one in (-pi, pi].
/// Called at the start and after accepted steps.
template <typename S>
void remember(const Model& model, std::span<const BodyKinematics<S>> bodies, AngleMemory& memory);

/// External wrench on every body about its centre of mass, world axes: gravity, springs, dampers,
/// joint loads, applied loads, drag (THEORY 11). Does not allocate.
/// @param Q [bodies] overwritten, [f; n] [N; N m]
template <typename S>
void evaluateLoads(const Model& model, double t, std::span<const BodyKinematics<S>> bodies,
                   const AngleMemory& memory, std::span<Vec6<S>> Q);

struct Energy {
    double kinetic = 0.0;    ///< [J]
    double potential = 0.0;  ///< gravity (zero at the world origin) and springs [J]
};
Energy energyOf(const Model& model, std::span<const BodyKinematics<double>> bodies,
                const AngleMemory& memory);

}  // namespace momentree
