// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/compiler/compile.hpp"

namespace momentree::fpga {

/// Fewest and most bits of the fraction that are tried. More would need more than double precision
/// to be rounded correctly; the accelerator has 23.
inline constexpr int leastFraction = 10, mostFraction = 25;

/// Largest change of the energy [J] in some steps of a chain from rest, or from its start, computed
/// with so many bits of the fraction; 0 bits stand for double precision. Looked at 100 times, at
/// each of which the energy is computed in double precision. Infinite if the motion diverges.
double energyError(const Trajectory& trajectory, const CompileOptions& options, int steps,
                   int fractionBits);

/// The fewest bits of the fraction with which this and every larger number of bits keep the energy
/// within `wanted` [J]; none if that needs more than `mostFraction`.
std::optional<int> fractionFor(const Trajectory& trajectory, const CompileOptions& options,
                               int steps, double wanted);

}  // namespace momentree::fpga
