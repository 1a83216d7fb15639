// SPDX-License-Identifier: Apache-2.0
// Programs for chains, trees and closed loops in space.
#pragma once

#include "core/generate/equations.hpp"
#include "fpga_link/compiler/compile_system.hpp"

namespace momentree::fpga {

/// The state of a mechanism in space: coordinates and canonical momenta of the spanning tree.
struct OpenState {
    std::vector<double> q, p;     ///< [nq], [nu]
    std::vector<double> numbers;  ///< `startNumbers`
    double time = 0.0;            ///< [s]
    std::vector<double> turns;    ///< of `RecordedLoops::angles`
};

/// One pass: the recursion in canonical momenta that `recordEquations` records, in the axes of each
/// body, with sums in the order in which their terms are ready. The first pass of a step takes the
/// impulses of loops out of the momenta, as it does in the plane.
Graph recordTree(const Model& model, const OpenState& start, const CompileOptions& options,
                 const RecordedLoops& loops = {});

/// A row has the coordinates and the angles of loops, then the momenta, and zeros after them, so
/// that both halves are of the same length.
/// @param model one that `treeRefusals` accepts @param loops see `loopsOf`
CompiledSystem compileTree(const Model& model, const OpenState& start,
                           const CompileOptions& options, const RecordedLoops& loops = {});

}  // namespace momentree::fpga
