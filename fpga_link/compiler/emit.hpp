// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "fpga_link/compiler/program.hpp"
#include "fpga_link/compiler/schedule.hpp"

namespace momentree::fpga {

/// Assigns every value a place in the register file and generates the program words; empty if a
/// bank or the program store is too small.
std::optional<Program> emitProgram(const Graph& graph, const PassSchedule& schedule, int passes);

}  // namespace momentree::fpga
