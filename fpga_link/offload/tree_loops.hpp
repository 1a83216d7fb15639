// SPDX-License-Identifier: Apache-2.0
// Which rows close the loops of a tree on the accelerator.
#pragma once

#include "core/generate/equations.hpp"
#include "fpga_link/offload/tree_program.hpp"

namespace momentree::fpga {

/// The inputs of `recordEquations` at a start.
std::vector<double> inputsAt(const OpenState& start, bool closed);

/// The rows of the closures in the order of elimination, the largest pivot first, and the counted
/// angles of their joints; nothing for an open tree. Redundant rows yield a little.
/// @return nullopt in a singular pose, where fewer rows are independent than elsewhere
std::optional<RecordedLoops> loopsOf(const Model& model, const std::vector<BodyState>& bodies,
                                     const OpenState& start, double step);

/// Counted angles that the coordinates of the tree do not tell: those of joints that close loops.
std::vector<int> anglesOfLoops(const Model& model);

}  // namespace momentree::fpga
