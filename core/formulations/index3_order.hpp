// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace momentree {

/// The order in which coupled blocks are eliminated (THEORY 6.4). Each block hangs on the first
/// later one that it couples: the assembly tree, which `blocks` lists children first.
struct EliminationOrder {
    std::vector<int> blocks;
    std::vector<std::vector<int>> below;  ///< [positions] of the later blocks coupled, ascending
};

/// Least fill first, then what lies highest above the leaves last, so that a chain is taken from
/// both ends inwards.
/// @param sizes [blocks] rows of each; @param couplings pairs of blocks
/// @param late [blocks] whether one may not come before all of the blocks that it couples
EliminationOrder eliminationOrder(const std::vector<int>& sizes,
                                  const std::vector<std::pair<int, int>>& couplings,
                                  const std::vector<char>& late);

/// [positions] the thread that eliminates each block, whole subtrees to one thread each and evenly,
/// -1 for the few above them.
std::vector<int> shareOut(const EliminationOrder& order, const std::vector<int>& sizes,
                          int threads);

}  // namespace momentree
