// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "fpga_link/compiler/compile_system.hpp"

namespace momentree::fpga {

using Systems = std::vector<std::shared_ptr<const CompiledSystem>>;

/// One program that computes several systems side by side, each by its own operations in its own
/// order, so that each has the bits that it has alone. They have the same method and step. A row
/// has the coordinates of all systems, then their momenta. The limit of pivots is the largest one,
/// so that every flag of a system alone is raised, and others may be.
CompiledSystem mergedSystem(const Systems& systems);

/// How many systems like this one can fit a program at most.
std::size_t mostMerged(const CompiledSystem& system);

}  // namespace momentree::fpga
