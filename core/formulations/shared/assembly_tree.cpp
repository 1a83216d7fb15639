// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/assembly_tree.hpp"

#include <algorithm>

#include "core/math/index.hpp"
#include "core/model/rolling.hpp"

namespace momentree {
namespace {

/// The tree body at which all closures connect to ground, -1 if they do not; then 3.5 does not
/// apply.
int loopEnd(const Model& model) {
    int end = -1;
    for (const int k : model.tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.coupling >= 0 || (c.bodyA != ground && c.bodyB != ground)) return -1;
        // Its rows act at no fixed point of the body.
        if (c.joint >= 0 && isNonHolonomic(model.joints[toIndex(c.joint)].type)) return -1;
        const int body =
            model.tree.ofBody[static_cast<std::size_t>(c.bodyA == ground ? c.bodyB : c.bodyA)];
        if (end >= 0 && body != end) return -1;
        end = body;
    }
    return model.tree.closureRows <= 6 ? end : -1;
}

struct Builder {
    const Tree& tree;
    AssemblyTree out;
    std::vector<int> weight;  ///< bodies in the subtree; the way to the loop's end counts most

    Builder(const Tree& t, int end) : tree(t), weight(t.bodies.size(), 1) {
        const int n = static_cast<int>(t.bodies.size());
        out.pathOf.assign(t.bodies.size(), -1);
        out.successor.assign(t.bodies.size(), -1);
        out.branches.resize(t.bodies.size());
        for (int i = n - 1; i >= 0; --i) {
            const int parent = tree.bodies[static_cast<std::size_t>(i)].parent;
            if (parent != ground)
                weight[static_cast<std::size_t>(parent)] += weight[static_cast<std::size_t>(i)];
        }
        for (int i = end; i >= 0; i = tree.bodies[static_cast<std::size_t>(i)].parent) {
            weight[static_cast<std::size_t>(i)] += n;
        }
    }

    /// A balanced binary tree over bodies[first, last) of a path; children are numbered before
    /// parents.
    int split(AssemblyTree::Path& path, std::size_t first, std::size_t last) {
        AssemblyTree::Node node;
        if (last - first == 1) {
            node.body = path.bodies[first];
        } else {
            const std::size_t middle = first + (last - first) / 2;
            node.A = split(path, first, middle);
            node.B = split(path, middle, last);
            node.body = path.bodies[middle];
        }
        out.nodes.push_back(node);
        path.nodes.push_back(static_cast<int>(out.nodes.size()) - 1);
        return path.nodes.back();
    }

    void growPath(int first, int end) {
        const int index = static_cast<int>(out.paths.size());
        AssemblyTree::Path path;
        for (int i = first; i >= 0;) {
            const auto at = static_cast<std::size_t>(i);
            out.pathOf[at] = index;
            path.bodies.push_back(i);
            int heavy = -1;
            if (i != end) {  // handle 2 of the last body is that of the loop
                for (const int child : tree.children[at]) {
                    if (heavy < 0 || weight[static_cast<std::size_t>(child)] >
                                         weight[static_cast<std::size_t>(heavy)]) {
                        heavy = child;
                    }
                }
            }
            out.successor[at] = heavy;
            i = heavy;
        }
        split(path, 0, path.bodies.size());
        out.paths.push_back(std::move(path));
    }
};

}  // namespace

AssemblyTree buildAssemblyTree(const Model& model) {
    const int end = loopEnd(model);
    Builder builder(model.tree, end);
    for (int i = 0; i < static_cast<int>(model.tree.bodies.size()); ++i) {
        const int parent = model.tree.bodies[static_cast<std::size_t>(i)].parent;
        if (builder.out.pathOf[static_cast<std::size_t>(i)] >= 0) continue;
        if (parent != ground) {
            builder.out.branches[static_cast<std::size_t>(parent)].push_back(
                static_cast<int>(builder.out.paths.size()));
        }
        builder.growPath(i, end);
    }
    if (end >= 0) {
        const int path = builder.out.pathOf[static_cast<std::size_t>(end)];
        const int first = builder.out.paths[static_cast<std::size_t>(path)].bodies.front();
        // The loop's impulse acts at both ends of one path only if the path begins at ground.
        if (model.tree.bodies[static_cast<std::size_t>(first)].parent == ground)
            builder.out.loopPath = path;
    }
    return std::move(builder.out);
}

}  // namespace momentree
