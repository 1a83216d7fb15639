// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace momentree {

/// What a block represents: a body, or a joint between two of them. -1 for none, ground, or a load,
/// which is compliant by itself.
struct EliminationBlock {
    int rows = 0;
    int hub = -1;                ///< the body, if it has a separate block
    int bodyA = -1, bodyB = -1;  ///< connected by this block
};

/// The order in which coupled blocks are eliminated (THEORY 6.4). The parent of a block is the
/// first later one that it couples, which gives the assembly tree; `blocks` lists children first.
struct EliminationOrder {
    std::vector<int> blocks;
    std::vector<std::vector<int>> below;  ///< [positions] of the later blocks coupled, ascending
};

/// Minimum fill first; among equals, blocks highest above the leaves come last, so that a chain is
/// eliminated from both ends inwards. A joint with both sides held, one of them by a hub, waits for
/// a hub.
/// @param couplings pairs of blocks
EliminationOrder eliminationOrder(const std::vector<EliminationBlock>& blocks,
                                  const std::vector<std::pair<int, int>>& couplings);

/// [positions] the thread that eliminates each block: balanced whole subtrees,
/// -1 for the few blocks above them.
/// @param sizes [blocks] rows of each
std::vector<int> shareOut(const EliminationOrder& order, const std::vector<int>& sizes,
                          int threads);

}  // namespace momentree
