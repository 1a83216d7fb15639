// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "fpga_link/compiler/program.hpp"

namespace momentree::fpga {

/// Re-proves a program against its graph without looking at the schedule it came from: the words
/// are run symbolically, cycle by cycle, over several passes; every operation must be one that the
/// graph asks for, and in the end every state must hold what the graph says. Too early reads,
/// words overwritten too soon, two results for one bank or one sample in a cycle, and a busy
/// reciprocal unit are found where they happen.
/// @return the first fault, empty if there is none
std::string checkProgram(const Graph& graph, const Program& program);

}  // namespace momentree::fpga
