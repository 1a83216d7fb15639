// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// Order of work of the divide and conquer: heavy paths of bodies, each divided by a balanced
/// binary tree.
struct AssemblyTree {
    struct Node {
        int A = -1, B = -1;  ///< inboard and outboard child, -1 for leaves
        int body = -1;       ///< leaves: tree body; otherwise first tree body of B, whose inboard
                             ///< joint is inside the node
    };
    struct Path {
        std::vector<int> bodies;  ///< tree bodies from inboard to outboard
        std::vector<int> nodes;   ///< children before parents, the root last
        int root() const { return nodes.back(); }
    };
    std::vector<Node> nodes;
    std::vector<Path> paths;     ///< every path after the path from which it branches
    std::vector<int> pathOf;     ///< [tree bodies]
    std::vector<int> successor;  ///< [tree bodies] next body of the same path, -1 at the end
    std::vector<std::vector<int>>
        branches;       ///< [tree bodies] paths that begin at a light child of the body
    int loopPath = -1;  ///< the path whose last body is closed to ground by a loop (THEORY 3.5),
                        ///< -1 if there is none
};

/// The heavy path continues to the child with most bodies or, if a loop closes to ground, towards
/// that loop.
AssemblyTree buildAssemblyTree(const Model& model);

}  // namespace momentree
