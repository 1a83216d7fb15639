// SPDX-License-Identifier: Apache-2.0
// Traces of recursions over the links of a tree: a link's node has the link's index.
#pragma once

#include "core/formulations/shared/tree_state.hpp"
#include "core/model/model.hpp"
#include "core/trace/tracer.hpp"

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

inline std::size_t toIndex(int i) { return static_cast<std::size_t>(i); }

/// One pass over the links, all at once or, if traced, one by one in the pass's direction.
/// @param tracer null for none @param n links @param run run(first, last)
/// @param report report(TraceSink&, link)
template <typename Run, typename Report>
void sweepLinks(Tracer* tracer, const TracedPass& pass, int n, const Run& run,
                const Report& report) {
    if (tracer == nullptr) return run(0, n);
    tracer->open(pass, n);
    for (int k = 0; k < n; ++k) {
        const int i = pass.way == TracedPass::Way::Inward ? n - 1 - k : k;
        tracer->piece(
            i, i, [&] { run(i, i + 1); }, [&](TraceSink& sink) { report(sink, i); });
    }
}

/// Where every link is, at the end of the pass that placed them all. @param tracer null for none
template <typename S>
void reportPlaces(Tracer* tracer, const TracedPass& pass, const TracedEquation& orientation,
                  const TracedEquation& arm, std::span<const TreeLink<S>> links) {
    if (tracer == nullptr) return;
    tracer->results(
        pass, static_cast<int>(links.size()), [](int i) { return i; },
        [&](TraceSink& sink, int i) {
            sink(orientation, "R", links[toIndex(i)].R.eigen());
            sink(arm, "r", links[toIndex(i)].r.eigen());
        });
}

}  // namespace momentree
