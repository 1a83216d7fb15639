// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/shared/assembly_order.hpp"
#include "core/formulations/shared/ground_loop.hpp"
#include "core/formulations/shared/tree_state.hpp"
#include "core/stepping/ode_system.hpp"

namespace momentree {

/// Data that every divide and conquer on a spanning tree reads and writes (THEORY 3). Elements of
/// its passes are nodes of `tree`.
/// @tparam Node a HandleNode with what the formulation adds
template <typename S, typename Node>
struct AssemblyWork {
    using In = typename OdeSystem<S>::In;
    using Matrices = HandleMatrices<S>;
    struct Body {
        M3<S> JInv;        ///< inverse of the central inertia, tree axes, constant
        V6<S> k;           ///< bias of a path's first joint (3.8)
        int leaf = -1;     ///< its node
        int carrier = -1;  ///< index into `carriers` of a body with branches
    };

    /// @param beta feedback of violations of closed loops [1/s]
    /// @param sampled the same for samples
    /// @param threads number of threads that share the nodes
    AssemblyWork(const Model& model, double beta, double sampled, int threads)
        : state(model, sampled),
          closure(model, beta),
          tree(buildAssemblyTree(model)),
          workers(threads),
          order(orderOf(tree, model, workers.threads())),
          loop(model, beta, closure.solver()),
          bodies(state.links.size()),
          nodes(tree.nodes.size()),
          slot(tree.nodes.size()) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            bodies[i].JInv = symmetricInverse(state.links[i].J_C);
            cuts.add(state.links[i].joint);
        }
        for (std::size_t k = 0; k < nodes.size(); ++k)
            if (tree.nodes[k].A < 0) body(tree.nodes[k].body).leaf = static_cast<int>(k);
        for (const std::vector<int>& own : order.subtrees) takeSlots(own);
        takeSlots(order.top);
    }

    TreeLink<S>& link(int i) { return state.links[static_cast<std::size_t>(i)]; }
    Body& body(int i) { return bodies[static_cast<std::size_t>(i)]; }
    const AssemblyTree::Node& at(int index) const {
        return tree.nodes[static_cast<std::size_t>(index)];
    }
    Node& node(int index) { return nodes[static_cast<std::size_t>(index)]; }
    Matrices& xi(int index) {
        return matrices[static_cast<std::size_t>(slot[static_cast<std::size_t>(index)])];
    }
    Symmetric6<S>& carrier(int i) { return carriers[static_cast<std::size_t>(body(i).carrier)]; }
    const AssemblyTree::Path& path(int index) const {
        return tree.paths[static_cast<std::size_t>(index)];
    }
    /// The path of which the node is the root, -1 for others.
    int pathOf(int index) const { return order.pathOfRoot[static_cast<std::size_t>(index)]; }
    bool onLoop(int index) const { return index == tree.loopPath; }
    const std::vector<int>& branches(int i) const {
        return tree.branches[static_cast<std::size_t>(i)];
    }
    int branchRoot(int index) const { return path(index).bodies.front(); }
    bool startsAtGround(int index) { return link(branchRoot(index)).parent == ground; }
    /// Whether loops need separate impulses (3.9); otherwise there is at most one loop, closed to
    /// ground by the matrices of a path's root (3.5).
    bool generalLoops() const { return closure.rows() > 0 && tree.loopPath < 0; }

    /// Calls f(cut) with the cut of body i's inboard joint.
    template <typename F>
    MOMENTREE_INLINE void onCut(int i, F f) {
        visitJoint(
            [&](auto joint) { f(cuts.template of<decltype(joint)>(static_cast<std::size_t>(i))); },
            link(i).joint);
    }
    /// Calls f(D, cut).
    template <typename F>
    MOMENTREE_INLINE void onConstraints(int i, F f) {
        visitJoint(
            [&](auto joint) {
                using J = decltype(joint);
                f(ConstraintSpace<J, S>(link(i)), cuts.template of<J>(static_cast<std::size_t>(i)));
            },
            link(i).joint);
    }

    TreeState<S> state;
    Closure<S> closure;
    AssemblyTree tree;
    Workers workers;
    AssemblyOrder order;
    GroundLoop<S> loop;
    std::vector<Body> bodies;
    PerJoint<JointCut, S> cuts;  ///< of the bodies' inboard joints
    std::vector<Node> nodes;
    std::vector<int> slot;                ///< [nodes] index into `matrices`
    std::vector<Matrices> matrices;       ///< of nodes that have not been joined yet
    std::vector<Symmetric6<S>> carriers;  ///< xi11 of bodies with branches

    // Of one evaluation.
    double t = 0.0;
    const In* y = nullptr;
    bool moving = true;                    ///< including what the motion prescribes in joints
    std::span<const V6<S>> wrenches = {};  ///< [links] impulses or forces on the bodies (3.9)
    bool withBias = true;                  ///< xi10 is assembled with the matrices

private:
    /// Matrices are kept until the node is joined, in as few slots as possible so that they stay in
    /// the cache; threads do not share slots.
    void takeSlots(const std::vector<int>& own) {
        std::vector<int> free;
        for (const int index : own) {
            if (free.empty()) {
                free.push_back(static_cast<int>(matrices.size()));
                matrices.emplace_back();
            }
            int& taken = slot[static_cast<std::size_t>(index)];
            taken = free.back();
            free.pop_back();
            if (const AssemblyTree::Node& here = at(index); here.A >= 0) {
                free.push_back(slot[static_cast<std::size_t>(here.A)]);
                free.push_back(slot[static_cast<std::size_t>(here.B)]);
            } else if (!branches(here.body).empty()) {
                body(here.body).carrier = static_cast<int>(carriers.size());
                carriers.emplace_back();
            }
            if (const int root = pathOf(index); root >= 0 && root != tree.loopPath)
                free.push_back(taken);
        }
    }
};

}  // namespace momentree
