// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/compiler/compile.hpp"
#include "fpga_link/compiler/planar_system.hpp"

namespace momentree::fpga {

/// A program for a system, or why there is none.
struct CompiledSystem {
    std::optional<Program> program;
    Graph graph;
    std::vector<std::size_t> row;  ///< coordinates and momenta in Program::states [6 bodies]
    std::string refusal;           ///< empty with a program
    std::string element;           ///< that `refusal` is about, empty for the whole system
};

/// One pass.
Graph recordSystem(const PlanarSystem& system, const PlanarSystemState& start,
                   const CompileOptions& options);

/// Makes the program of `compiled.graph`, or says in `refusal` why there is none.
void scheduleSystem(CompiledSystem& compiled, const CompileOptions& options);

/// @param start consistent with the constraints, which must be independent there
CompiledSystem compileSystem(const PlanarSystem& system, const PlanarSystemState& start,
                             const CompileOptions& options);

}  // namespace momentree::fpga
