// SPDX-License-Identifier: Apache-2.0
#include "core/model/topology.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace momentree {
namespace {

constexpr double unevenMasses = 0.01;  ///< light over heavy, below which their order matters
constexpr double heavyShare = 0.1;     ///< of the heaviest body's mass
/// Of a body that a loop closes on: the closures of a much lighter one are badly conditioned.
constexpr double leastAtCut = 1e-6;
constexpr std::size_t bodiesSeen = 1000;  ///< while a heavy one is looked for

/// A joint seen from one of its bodies.
struct JointEdge {
    int joint = -1;
    int other = ground;    ///< body at the far end
    bool flipped = false;  ///< the far end is the joint's body A
};

/// Constraints and motion of each joint.
struct JointIndex {
    std::vector<std::vector<int>>
        constraints;  ///< [joints] constraints, including those of the driving motion
    /// [joints] The motion that prescribes the joint's only coordinate and so turns it into a
    /// moving weld, -1 none.
    std::vector<int> drivenBy;

    explicit JointIndex(const Model& model)
        : constraints(model.joints.size()), drivenBy(model.joints.size(), -1) {
        for (std::size_t k = 0; k < model.motions.size(); ++k) {
            const int joint = model.motions[k].joint;
            if (joint < 0) continue;
            const auto slot = static_cast<std::size_t>(joint);
            if (speedCount(model.joints[slot].kind) == 1 && drivenBy[slot] < 0)
                drivenBy[slot] = static_cast<int>(k);
        }
        for (std::size_t c = 0; c < model.constraints.size(); ++c) {
            const Constraint& constraint = model.constraints[c];
            // No joint of a tree satisfies it.
            if (constraint.kind == Constraint::Kind::Twist) continue;
            int joint = constraint.joint;
            if (joint < 0 && constraint.motion >= 0) {
                const int moved = model.motions[static_cast<std::size_t>(constraint.motion)].joint;
                if (moved >= 0 && drivenBy[static_cast<std::size_t>(moved)] == constraint.motion)
                    joint = moved;
            }
            if (joint >= 0)
                constraints[static_cast<std::size_t>(joint)].push_back(static_cast<int>(c));
        }
    }
};

/// Edges of each body (ground last), driven joints first. Joints that only close loops never carry
/// a body.
std::vector<std::vector<JointEdge>> adjacency(const Model& model, const JointIndex& index) {
    const std::size_t n = model.bodies.size();
    std::vector<std::vector<JointEdge>> edges(n + 1);
    const auto slot = [n](int body) { return body == ground ? n : static_cast<std::size_t>(body); };
    for (const bool driven : {true, false}) {
        for (std::size_t k = 0; k < model.joints.size(); ++k) {
            const JointElement& joint = model.joints[k];
            const int name = static_cast<int>(k);
            if (joint.closes || (index.drivenBy[k] >= 0) != driven) continue;
            edges[slot(joint.A.body)].push_back({name, joint.B.body, false});
            edges[slot(joint.B.body)].push_back({name, joint.A.body, true});
        }
    }
    return edges;
}

/// Whether joints that may carry bodies form loops.
bool hasLoops(const Model& model) {
    std::vector<std::size_t> above(model.bodies.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    const auto rootOf = [&](int body) {
        std::size_t at = body == ground ? model.bodies.size() : static_cast<std::size_t>(body);
        while (above[at] != at) at = above[at] = above[above[at]];
        return at;
    };
    return std::ranges::any_of(model.joints, [&](const JointElement& joint) {
        if (joint.closes) return false;
        const std::size_t a = rootOf(joint.A.body), b = rootOf(joint.B.body);
        above[a] = b;
        return a == b;
    });
}

/// Whether the direction of a loop may decide how many light bodies carry much heavier ones.
bool isUneven(const Model& model) {
    if (model.bodies.empty()) return false;
    const auto [least, most] = std::ranges::minmax(model.bodies, {}, &Body::mass);
    return least.mass < unevenMasses * most.mass && hasLoops(model);
}

/// Reversed, Rx(q1) Ry(q2) becomes Ry(-q2) Rx(-q1): the same universal joint with x and y exchanged
/// and z reversed.
Matrix3d exchangeXY() {
    Matrix3d P;
    P << 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0;
    return P;
}

struct TreeBuilder {
    Model& model;
    const std::vector<char>& pointMass;
    JointIndex index{model};
    std::vector<std::vector<JointEdge>> edges = adjacency(model, index);
    std::vector<char> carried = std::vector<char>(model.joints.size(), 0);  ///< joints in the tree
    std::vector<char> inTree =
        std::vector<char>(model.constraints.size(), 0);  ///< constraints satisfied by the tree
    bool uneven = isUneven(model);
    std::vector<int> seenFrom = std::vector<int>(model.bodies.size(), -1);  ///< by `leadToHeavy`
    int searches = 0;

    TreeBody frameBody(int body, const Frame& B) const {
        const Body& source = model.bodies[static_cast<std::size_t>(body)];
        TreeBody t;
        t.body = body;
        t.toBody = inverse(B);
        t.mass = source.mass;
        t.c = t.toBody.r;
        t.J_C = t.toBody.R * source.J_C * t.toBody.R.transpose();
        return t;
    }

    void add(TreeBody t) {
        Tree& tree = model.tree;
        t.firstQ = tree.nq;
        t.firstU = tree.nu;
        tree.nq += coordinateCount(t.joint);
        tree.nu += speedCount(t.joint);
        for (const int c : t.constraints) inTree[static_cast<std::size_t>(c)] = 1;
        tree.ofBody[static_cast<std::size_t>(t.body)] = static_cast<int>(tree.bodies.size());
        tree.bodies.push_back(std::move(t));
    }

    /// The body at the far end of `edge`, carried by the body at the near end.
    TreeBody carriedBy(const JointEdge& edge, int parent) const {
        const JointElement& joint = model.joints[static_cast<std::size_t>(edge.joint)];
        Frame A = (edge.flipped ? joint.B : joint.A).frame;
        Frame B = (edge.flipped ? joint.A : joint.B).frame;
        if (edge.flipped && joint.type == "universal") {
            A.R = A.R * exchangeXY();
            B.R = B.R * exchangeXY();
        }
        TreeBody t = frameBody(edge.other, B);
        t.parent = parent;
        t.A = parent == ground ? A : model.tree.bodies[static_cast<std::size_t>(parent)].toBody * A;
        t.joint = joint.kind;
        t.element = edge.joint;
        t.motion = index.drivenBy[static_cast<std::size_t>(edge.joint)];
        t.constraints = index.constraints[static_cast<std::size_t>(edge.joint)];
        if (t.motion >= 0) {
            const MotionElement& motion = model.motions[static_cast<std::size_t>(t.motion)];
            t.joint = Fixed{};
            t.motionRotates = motion.rotation;
            t.motionSign = edge.flipped ? -motion.sign : motion.sign;
            t.motionOffset = edge.flipped ? -motion.offset : motion.offset;
        }
        return t;
    }

    /// A body not reached by any joint: free in space; a point mass keeps its orientation.
    TreeBody floating(int body) {
        TreeBody t = frameBody(body, Frame{});
        t.joint = Free{};
        if (!pointMass[static_cast<std::size_t>(body)]) return t;
        t.joint = Translational{};
        for (const auto& [i, k] : {std::pair{0, 2}, std::pair{1, 2}, std::pair{0, 1}}) {
            Constraint c;
            c.kind = Constraint::Kind::Angle;
            c.bodyB = body;
            c.x_a = Vector3d::Unit(i);
            c.y_b = Vector3d::Unit(k);
            c.firstRow = model.constraintRows++;
            t.constraints.push_back(static_cast<int>(model.constraints.size()));
            model.constraints.push_back(c);
            inTree.push_back(0);
        }
        return t;
    }

    bool reached(int body) const {
        return body == ground || model.tree.ofBody[static_cast<std::size_t>(body)] >= 0;
    }

    /// Lets the next edge of a body without a motion lead to the nearest heavy body. Where light
    /// bodies carry heavy ones around a loop, the small momenta of the light ones are differences
    /// of large ones, and errors of integration grow with the square of the ratio of the masses.
    void leadToHeavy(std::vector<JointEdge>& from) {
        const auto ahead = [&](const JointEdge& edge) {
            return index.drivenBy[static_cast<std::size_t>(edge.joint)] < 0 && !reached(edge.other);
        };
        if (std::ranges::count_if(from, ahead) < 2) return;
        struct Found {
            double mass;
            int body;
            std::ptrdiff_t edge;  // of `from`
        };
        std::vector<Found> found;  // nearest first
        ++searches;
        const auto visit = [&](int body, std::ptrdiff_t edge) {
            if (reached(body) || found.size() == bodiesSeen) return;
            const auto slot = static_cast<std::size_t>(body);
            if (std::exchange(seenFrom[slot], searches) != searches)
                found.push_back({model.bodies[slot].mass, body, edge});
        };
        const auto first = std::ranges::find_if(from, ahead);
        for (auto edge = first; edge != from.end(); ++edge) visit(edge->other, edge - from.begin());
        for (std::size_t k = 0; k < found.size(); ++k) {
            const auto [mass, body, edge] = found[k];
            for (const JointEdge& onward : edges[static_cast<std::size_t>(body)])
                visit(onward.other, edge);
        }
        const auto [least, most] = std::ranges::minmax(found, {}, &Found::mass);
        if (least.mass >= unevenMasses * most.mass) return;
        const double atCut = model.bodies[static_cast<std::size_t>(first->other)].mass;
        if (atCut < leastAtCut * most.mass) return;
        const auto heavy = std::ranges::find_if(
            found, [&](const Found& body) { return body.mass >= heavyShare * most.mass; });
        std::rotate(first, from.begin() + heavy->edge, from.begin() + heavy->edge + 1);
    }

    /// Depth first, so that a cut joint always connects a body to one of its ancestors. Iterative,
    /// because chains may be long.
    void grow(int body, int treeIndex) {
        struct Visit {
            int body, treeIndex;
            std::size_t nextEdge;
        };
        std::vector<Visit> stack{{body, treeIndex, 0}};
        while (!stack.empty()) {
            Visit& top = stack.back();
            const std::size_t slot =
                top.body == ground ? model.bodies.size() : static_cast<std::size_t>(top.body);
            if (uneven) leadToHeavy(edges[slot]);
            if (top.nextEdge == edges[slot].size()) {
                stack.pop_back();
                continue;
            }
            const JointEdge edge = edges[slot][top.nextEdge++];
            if (reached(edge.other)) continue;
            carried[static_cast<std::size_t>(edge.joint)] = 1;
            add(carriedBy(edge, top.treeIndex));
            stack.push_back({edge.other, static_cast<int>(model.tree.bodies.size()) - 1, 0});
        }
    }

    void closures() {
        Tree& tree = model.tree;
        for (std::size_t k = 0; k < model.joints.size(); ++k) {
            if (!carried[k]) tree.cutJoints.push_back(static_cast<int>(k));
        }
        for (std::size_t c = 0; c < model.constraints.size(); ++c) {
            if (inTree[c]) continue;
            tree.closures.push_back(static_cast<int>(c));
            Constraint& constraint = model.constraints[c];
            constraint.closureRow = tree.closureRows - (constraint.adds ? 1 : 0);
            tree.closureRows += constraint.ownRows();
        }
    }
};

}  // namespace

void buildTree(Model& model, const std::vector<char>& pointMass) {
    Tree& tree = model.tree;
    tree.ofBody.assign(model.bodies.size(), -1);
    TreeBuilder builder{model, pointMass};
    builder.grow(ground, ground);
    for (std::size_t body = 0; body < model.bodies.size(); ++body) {
        if (tree.ofBody[body] >= 0) continue;
        builder.add(builder.floating(static_cast<int>(body)));
        builder.grow(static_cast<int>(body), static_cast<int>(tree.bodies.size()) - 1);
    }
    tree.children.resize(tree.bodies.size());
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
        const int parent = tree.bodies[i].parent;
        if (parent != ground)
            tree.children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
    }
    builder.closures();
}

}  // namespace momentree
