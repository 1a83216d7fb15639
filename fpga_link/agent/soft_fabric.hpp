// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/fabric/fabric.hpp"

namespace momentree::fpga {

inline constexpr std::uint32_t designClock_Hz = 100'000'000;

/// The accelerator in software: the same programs give the same words in the same number of clocks
/// as the hardware. Clocks are exact; wall time is meaningless.
/// @param clock_Hz value of registers::clockHz
/// @param lanes of the engine: 1, 2 or 4
/// @param fraction bits of the fraction of every number, 12 to 23
std::unique_ptr<Fabric> makeSoftFabric(std::uint32_t clock_Hz = designClock_Hz,
                                       std::uint32_t lanes = 1, int fraction = fp32Fraction);

}  // namespace momentree::fpga
