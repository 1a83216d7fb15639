// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/workers.hpp"
#include "core/formulations/assembly_tree.hpp"

namespace momentree {

/// The nodes of all paths as one tree, a branch hanging on the leaf of the body that carries it,
/// cut into whole subtrees that threads take side by side and the few nodes above them.
struct AssemblyOrder {
    std::vector<std::vector<int>> subtrees;  ///< node indices, children before parents
    std::vector<int> top;                    ///< what remains, children before parents
    std::vector<int> pathOfRoot;             ///< [nodes] path whose root it is, -1 for others

    /// f(node) for every node, children first.
    template <typename F>
    void inward(Workers& workers, const F& f) const {
        workers.forEach(static_cast<int>(subtrees.size()), [&](int k) {
            for (const int node : subtrees[static_cast<std::size_t>(k)]) f(node);
        });
        for (const int node : top) f(node);
    }
    /// f(node) for every node, parents first.
    template <typename F>
    void outward(Workers& workers, const F& f) const {
        for (std::size_t k = top.size(); k-- > 0;) f(top[k]);
        workers.forEach(static_cast<int>(subtrees.size()), [&](int k) {
            const std::vector<int>& nodes = subtrees[static_cast<std::size_t>(k)];
            for (std::size_t i = nodes.size(); i-- > 0;) f(nodes[i]);
        });
    }
};

/// @param threads that will share the work; one takes everything as a single subtree
AssemblyOrder orderOf(const AssemblyTree& tree, const Model& model, int threads);

}  // namespace momentree
