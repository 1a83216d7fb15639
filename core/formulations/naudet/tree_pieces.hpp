// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// A connected part of the spanning tree for one thread.
struct TreePiece {
    std::vector<int> links;   ///< tree indices, parents before children, its root first
    std::vector<bool> onWay;  ///< [links] whether the outer end is this link or beyond it
    int end = -1;             ///< the link that carries the next piece, -1 if none does
};

/// How threads share recursions on a spanning tree: pieces in a row, each carried by the previous
/// one, or whole subtrees in parallel and the links above them.
struct TreePieces {
    std::vector<TreePiece> pieces;
    std::vector<std::vector<int>> shares;  ///< [threads] pieces of each
    std::vector<int> top;                  ///< links that are in no piece, parents before children
    bool inRow = false;
};

/// Pieces along the way to the heaviest end, each with the branches that leave the way there. Needs
/// a tree with a single root on ground.
TreePieces piecesInRow(const Tree& tree, int threads);
/// Pieces that are whole subtrees.
TreePieces subtreePieces(const Tree& tree, int threads);
/// The division with the larger gain; depends only on the tree and the number of threads. Without
/// pieces if one thread is as fast: too few links, or too many that wait for each other.
TreePieces piecesOf(const Tree& tree, int threads);

}  // namespace momentree
