// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree::fpga {

/// Bits of the fraction with which the hardware description is simulated: all, and the most with
/// which a product needs one DSP.
inline constexpr int fullRtlFraction = 23, shortRtlFraction = 16;

}  // namespace momentree::fpga
