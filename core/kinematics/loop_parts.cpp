// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/loop_parts.hpp"

#include <set>

namespace momentree {
namespace {

/// Tree indices from a body up to ground.
std::vector<int> pathOf(const Tree& tree, int body) {
    std::vector<int> path;
    if (body == ground) return path;
    for (int i = tree.ofBody[static_cast<std::size_t>(body)]; i != ground;
         i = tree.bodies[static_cast<std::size_t>(i)].parent)
        path.push_back(i);
    return path;
}

}  // namespace

LoopParts loopParts(const Model& model) {
    const Tree& tree = model.tree;
    std::set<int> bodies, joints, constraints;
    for (const int k : tree.closures) {
        const Constraint& c = model.constraints[static_cast<std::size_t>(k)];
        if (c.coupling >= 0) continue;  // holds no bodies together
        constraints.insert(k);
        if (c.joint >= 0) joints.insert(c.joint);
        std::vector<int> a = pathOf(tree, c.bodyA), b = pathOf(tree, c.bodyB);
        // The body where both paths meet carries the loop and is not part of it.
        int carrier = ground;
        while (!a.empty() && !b.empty() && a.back() == b.back()) {
            carrier = tree.bodies[static_cast<std::size_t>(a.back())].body;
            a.pop_back();
            b.pop_back();
        }
        if (carrier != ground) bodies.insert(carrier);
        a.insert(a.end(), b.begin(), b.end());
        for (const int i : a) {
            const TreeBody& link = tree.bodies[static_cast<std::size_t>(i)];
            bodies.insert(link.body);
            if (link.element >= 0) joints.insert(link.element);
            constraints.insert(link.constraints.begin(), link.constraints.end());
        }
    }
    return {{bodies.begin(), bodies.end()},
            {joints.begin(), joints.end()},
            {constraints.begin(), constraints.end()}};
}

}  // namespace momentree
