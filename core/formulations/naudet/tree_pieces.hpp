// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// A connected part of the spanning tree that one thread works on alone.
struct TreePiece {
    std::vector<int> links;   ///< tree indices, parents before children, its root first
    std::vector<bool> onWay;  ///< [links] whether the outer end is that link or beyond it
    int end = -1;             ///< the link that carries the next piece, -1 where none does
};

/// How threads share the recursions on a spanning tree: either pieces in a row, each carried by the
/// one before, or whole subtrees side by side and the links above them.
struct TreePieces {
    std::vector<TreePiece> pieces;
    std::vector<std::vector<int>> shares;  ///< [threads] pieces of each
    std::vector<int> top;                  ///< links that no piece has, parents before children
    bool inRow = false;
};

/// Pieces along the way to the heaviest end, each with the branches that leave the way. Takes a
/// tree with a single root on ground.
TreePieces piecesInRow(const Tree& tree, int threads);
/// Whole subtrees.
TreePieces subtreePieces(const Tree& tree, int threads);
/// The one of both that promises more, the same for the same tree and number of threads. Without
/// pieces where one thread is as fast alone: too few links, or too many that wait for each other.
TreePieces piecesOf(const Tree& tree, int threads);

}  // namespace momentree
