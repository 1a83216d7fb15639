// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/assembly_order.hpp"

#include <algorithm>

namespace momentree {
namespace {

/// Subtrees per thread: enough to balance their sizes, few enough to keep the top small.
constexpr int subtreesPerThread = 4;

std::vector<int> leavesOfBodies(const AssemblyTree& tree) {
    std::vector<int> leaf(tree.pathOf.size(), -1);
    for (std::size_t k = 0; k < tree.nodes.size(); ++k)
        if (tree.nodes[k].A < 0)
            leaf[static_cast<std::size_t>(tree.nodes[k].body)] = static_cast<int>(k);
    return leaf;
}

/// [nodes] the parent of each node, -1 for the topmost roots.
std::vector<int> parents(const AssemblyTree& tree, const Model& model) {
    std::vector<int> parent(tree.nodes.size(), -1);
    const std::vector<int> leaf = leavesOfBodies(tree);
    for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
        if (tree.nodes[k].A < 0) continue;
        parent[static_cast<std::size_t>(tree.nodes[k].A)] = static_cast<int>(k);
        parent[static_cast<std::size_t>(tree.nodes[k].B)] = static_cast<int>(k);
    }
    for (const AssemblyTree::Path& path : tree.paths) {
        const auto first = static_cast<std::size_t>(path.bodies.front());
        const int carrier = model.tree.bodies[first].parent;
        if (carrier != ground)
            parent[static_cast<std::size_t>(path.root())] = leaf[static_cast<std::size_t>(carrier)];
    }
    return parent;
}

}  // namespace

AssemblyOrder orderOf(const AssemblyTree& tree, const Model& model, int threads) {
    AssemblyOrder order;
    order.count = static_cast<int>(tree.nodes.size());
    order.each = leavesOfBodies(tree);
    for (const AssemblyTree::Path& path : tree.paths) {
        const auto first = static_cast<std::size_t>(path.bodies.front());
        if (model.tree.bodies[first].parent == ground) order.once.push_back(path.root());
    }
    order.pathOfRoot.assign(tree.nodes.size(), -1);
    std::vector<int> inward;
    for (std::size_t p = tree.paths.size(); p-- > 0;) {
        order.pathOfRoot[static_cast<std::size_t>(tree.paths[p].root())] = static_cast<int>(p);
        inward.insert(inward.end(), tree.paths[p].nodes.begin(), tree.paths[p].nodes.end());
    }
    if (threads == 1) {
        order.subtrees.push_back(std::move(inward));
        return order;
    }

    const std::vector<int> parent = parents(tree, model);
    std::vector<int> weight(tree.nodes.size(), 1);
    for (const int node : inward) {
        const int above = parent[static_cast<std::size_t>(node)];
        if (above >= 0)
            weight[static_cast<std::size_t>(above)] += weight[static_cast<std::size_t>(node)];
    }
    const int limit =
        std::max(1, static_cast<int>(tree.nodes.size()) / (subtreesPerThread * threads));
    std::vector<int> subtree(tree.nodes.size(), -1);  // -1 belongs to the top
    int count = 0;
    for (std::size_t k = inward.size(); k-- > 0;) {
        const auto node = static_cast<std::size_t>(inward[k]);
        const int above = parent[node];
        if (above >= 0) subtree[node] = subtree[static_cast<std::size_t>(above)];
        if (subtree[node] < 0 && weight[node] <= limit) subtree[node] = count++;
    }
    order.subtrees.resize(static_cast<std::size_t>(count));
    for (const int node : inward) {
        const int at = subtree[static_cast<std::size_t>(node)];
        // Found from last to first; in the order of bodies, so that a thread uses its own.
        (at < 0 ? order.top : order.subtrees[static_cast<std::size_t>(count - 1 - at)])
            .push_back(node);
    }
    return order;
}

std::vector<TracedNode> tracedNodes(const AssemblyTree& tree, const Model& model) {
    std::vector<TracedNode> nodes(tree.nodes.size());
    const std::vector<int> parent = parents(tree, model);
    for (const AssemblyTree::Path& path : tree.paths)
        for (const int index : path.nodes) {  // children before parents
            const AssemblyTree::Node& from = tree.nodes[static_cast<std::size_t>(index)];
            TracedNode& to = nodes[static_cast<std::size_t>(index)];
            const TreeBody& body = model.tree.bodies[static_cast<std::size_t>(from.body)];
            to.parent = parent[static_cast<std::size_t>(index)];
            to.absorbed = index == path.root() && to.parent >= 0;
            to.joint = body.element;
            if (from.A < 0) {
                to.bodies = {body.body};
                continue;
            }
            to.kind = TracedNode::Kind::Joined;
            for (const int part : {from.A, from.B}) {
                const std::vector<int>& more = nodes[static_cast<std::size_t>(part)].bodies;
                to.bodies.insert(to.bodies.end(), more.begin(), more.end());
            }
        }
    return nodes;
}

}  // namespace momentree
