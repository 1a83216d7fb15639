// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "fpga_link/compiler/program.hpp"

namespace momentree::fpga {

/// Verifies a program against its graph independently of its schedule: the words are executed
/// symbolically, cycle by cycle, over several passes. Every operation must be part of the graph,
/// and finally every state must have the value given by the graph. Detects early reads, words
/// overwritten too soon, two results for one bank or one sample in a cycle, and a busy reciprocal
/// unit.
/// @return the first error, empty if there is none
std::string checkProgram(const Graph& graph, const Program& program);

}  // namespace momentree::fpga
