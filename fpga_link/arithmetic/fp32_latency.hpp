// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree::fpga {

/// The constants of `rtl/fp32_pkg.sv`: clock edges from operands to result, and between two starts
/// of the reciprocal (other units accept operands at every edge).
inline constexpr int fp32AddLatency = 3;
inline constexpr int fp32MulLatency = 2;
inline constexpr int fp32RcpLatency = 8;
inline constexpr int fp32RintLatency = 1;
inline constexpr int fp32RcpInterval = 7;

}  // namespace momentree::fpga
