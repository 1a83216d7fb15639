// SPDX-License-Identifier: Apache-2.0
// What a watch is told of recursions over the links of a tree: a link's node has the link's index.
#pragma once

#include "core/model/model.hpp"
#include "core/trace/watch.hpp"

namespace momentree {

inline std::vector<TracedNode> tracedBodies(const Model& model) {
    std::vector<TracedNode> nodes;
    for (const TreeBody& body : model.tree.bodies) {
        TracedNode node;
        node.parent = body.parent == ground ? -1 : body.parent;
        node.bodies = {body.body};
        node.joint = body.element;
        nodes.push_back(std::move(node));
    }
    return nodes;
}

/// One pass over the links, all at once or, watched, one by one in the pass's direction.
/// @param watch null if nobody watches @param n links @param run run(first, last)
/// @param tell tell(Telling&, link)
template <typename Run, typename Tell>
void sweepLinks(Watch* watch, const TracedPass& pass, int n, const Run& run, const Tell& tell) {
    if (watch == nullptr) return run(0, n);
    watch->open(pass, n);
    for (int k = 0; k < n; ++k) {
        const int i = pass.way == TracedPass::Way::Inward ? n - 1 - k : k;
        watch->piece(
            i, i, [&] { run(i, i + 1); }, [&](Telling& telling) { tell(telling, i); });
    }
}

}  // namespace momentree
