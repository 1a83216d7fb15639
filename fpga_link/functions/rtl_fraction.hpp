// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/arithmetic/fp32_soft.hpp"

namespace momentree::fpga {

/// Bits of the fraction with which the hardware description is simulated: all, and the most with
/// which a product needs one DSP.
inline constexpr int fullRtlFraction = fp32Fraction, shortRtlFraction = 16;

}  // namespace momentree::fpga
