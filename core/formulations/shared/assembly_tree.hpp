// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace momentree {

/// Order of work of the divide and conquer: the bodies split into heavy paths, each path into a
/// balanced binary tree.
struct AssemblyTree {
    struct Node {
        int A = -1, B = -1;  ///< inboard and outboard child, -1 for leaves
        int body = -1;       ///< leaves: tree body; else first tree body of B, whose joint the node
                             ///< joins across
    };
    struct Path {
        std::vector<int> bodies;  ///< tree bodies from inboard to outboard
        std::vector<int> nodes;   ///< children before parents, the root last
        int root() const { return nodes.back(); }
    };
    std::vector<Node> nodes;
    std::vector<Path> paths;     ///< every path after the paths that it branches off from
    std::vector<int> pathOf;     ///< [tree bodies]
    std::vector<int> successor;  ///< [tree bodies] next body of the same path, -1 at its end
    std::vector<std::vector<int>>
        branches;       ///< [tree bodies] paths that begin at a light child of the body
    int loopPath = -1;  ///< the path that one loop closes to ground at its last body (THEORY 3.5),
                        ///< -1 if there is none
};

/// The heavy path goes on to the child with most bodies; on the way to a loop that closes to
/// ground, to that loop.
AssemblyTree buildAssemblyTree(const Model& model);

}  // namespace momentree
