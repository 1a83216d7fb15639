// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace momentree {

/// What a block stands for: a body, or a joint between two of them. -1 for none, the ground, or a
/// load, which yields by itself.
struct EliminationBlock {
    int rows = 0;
    int hub = -1;                ///< the body that is a block of its own
    int bodyA = -1, bodyB = -1;  ///< joined by this block
};

/// The order in which coupled blocks are eliminated (THEORY 6.4). Each block hangs on the first
/// later one that it couples: the assembly tree, which `blocks` lists children first.
struct EliminationOrder {
    std::vector<int> blocks;
    std::vector<std::vector<int>> below;  ///< [positions] of the later blocks coupled, ascending
};

/// Least fill first, then what lies highest above the leaves last, so that a chain is taken from
/// both ends inwards. A joint both of whose sides are held, one of them by a hub, waits for a hub.
/// @param couplings pairs of blocks
EliminationOrder eliminationOrder(const std::vector<EliminationBlock>& blocks,
                                  const std::vector<std::pair<int, int>>& couplings);

/// [positions] the thread that eliminates each block, whole subtrees to one thread each and evenly,
/// -1 for the few above them.
/// @param sizes [blocks] rows of each
std::vector<int> shareOut(const EliminationOrder& order, const std::vector<int>& sizes,
                          int threads);

}  // namespace momentree
