// SPDX-License-Identifier: Apache-2.0
// Programs for open chains and trees in space.
#pragma once

#include "core/model/model.hpp"
#include "fpga_link/compiler/compile_system.hpp"

namespace momentree::fpga {

/// The state of an open mechanism: coordinates and canonical momenta of the spanning tree.
struct OpenState {
    std::vector<double> q, p;     ///< [nq], [nu]
    std::vector<double> numbers;  ///< `startNumbers`
    double time = 0.0;            ///< [s]
};

/// One pass: the recursion in canonical momenta that `recordEquations` records, in the axes of each
/// body, with sums in the order in which their terms are ready.
Graph recordTree(const Model& model, const OpenState& start, const CompileOptions& options);

/// A row has the coordinates, then the momenta, and one zero after them for each quaternion, so
/// that both halves are of the same length.
/// @param model one that `treeRefusals` accepts
CompiledSystem compileTree(const Model& model, const OpenState& start,
                           const CompileOptions& options);

}  // namespace momentree::fpga
