// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "fpga_link/compiler/graph.hpp"
#include "fpga_link/compiler/machine.hpp"

namespace momentree::fpga {

/// Unit and cycle in which a node is computed; states and constants have no unit.
struct Placement {
    int unit = -1;
    int cycle = -1;
};

struct PassSchedule {
    std::vector<Placement> nodes;  ///< [Graph::nodes]
    int length = 0;                ///< cycles per pass
    std::vector<int> phaseStart;   ///< [fabricPhaseCount + 1], phased schedules only
};

int latencyOf(Op op);

/// Whether the value of `from`, issued `distance` cycles earlier, is taken from its unit's output.
inline bool isDirect(Op from, int distance) {
    return distance == latencyOf(from) + Machine::direct;
}

/// List scheduling by the longest path to the end. `phased`: no phase starts before all results of
/// earlier phases are in their banks. Empty if operations wait for each other: two states that are
/// overwritten by sums of one another, or a phase that needs results of a later one.
std::optional<PassSchedule> schedule(const Graph& graph, bool phased);

}  // namespace momentree::fpga
