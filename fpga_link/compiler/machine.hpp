// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/arithmetic/fp32_latency.hpp"

namespace momentree::fpga {

/// The engine of rtl/engine.sv, whose package engine_pkg has the same constants (checked by a
/// test).
///
/// Unit u writes bank u; every operand comes from any bank or directly from any unit's output. An
/// operation issued in cycle t reads its banks in t and unit outputs of cycle t + 1; its own result
/// is at the unit's output in t + 2 + latency, and in the bank one cycle later.
struct Machine {
    static constexpr int adders = 3;
    static constexpr int multipliers = 3;
    static constexpr int units = adders + multipliers + 1;  ///< the last: reciprocal and rounding
    static constexpr int special = units - 1;
    static constexpr int bankWords = 512;
    static constexpr int programWords = 4096;
    static constexpr int countedPhases = 8;
    static constexpr int addLatency = fp32AddLatency;
    static constexpr int multiplyLatency = fp32MulLatency;
    static constexpr int reciprocalLatency = fp32RcpLatency;
    static constexpr int reciprocalInterval = fp32RcpInterval;
    static constexpr int roundLatency = fp32RintLatency;

    static constexpr int direct = 1;   ///< cycles after the latency until the output feeds an
                                       ///< operand
    static constexpr int through = 3;  ///< cycles after the latency until the bank has the result
};

}  // namespace momentree::fpga
