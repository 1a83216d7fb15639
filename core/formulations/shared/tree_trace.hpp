// SPDX-License-Identifier: Apache-2.0
// What a watch is told of recursions over the links of a tree: a link's node has the link's index.
#pragma once

#include "core/formulations/shared/tree_state.hpp"
#include "core/math/index.hpp"
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

/// Where every link is, at the end of the pass that placed them all. @param watch null if nobody
/// watches
template <typename S>
void tellPlaces(Watch* watch, const TracedPass& pass, const TracedEquation& orientation,
                const TracedEquation& arm, std::span<const TreeLink<S>> links) {
    if (watch == nullptr) return;
    watch->results(
        pass, static_cast<int>(links.size()), [](int i) { return i; },
        [&](Telling& tell, int i) {
            tell(orientation, "R", links[toIndex(i)].R.eigen());
            tell(arm, "r", links[toIndex(i)].r.eigen());
        });
}

}  // namespace momentree
