// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/tree_system.hpp"

namespace momentree {

std::vector<TracedNode> tracedBodies(const Model& model) {
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

}  // namespace momentree
