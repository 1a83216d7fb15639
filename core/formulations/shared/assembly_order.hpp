// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/formulations/shared/assembly_tree.hpp"
#include "core/formulations/shared/pass_driver.hpp"

namespace momentree {

/// The nodes of all paths as one tree, where a branch is a child of the leaf of the body that
/// carries it. Passes `Each` visit the leaves in the order of their bodies, passes `Once` the roots
/// of the paths that begin at ground.
struct AssemblyOrder : ElementOrder {
    std::vector<int> pathOfRoot;  ///< [nodes] the path of which it is the root, -1 for others

    /// f(node) for every node, children first.
    template <typename F, typename Report>
    void inward(Workers& workers, const F& f, const TracedRun<Report>& traced) const {
        const auto run = [&](std::span<const int> nodes) { forward(nodes, f, traced); };
        begin(traced);
        workers.forEach(static_cast<int>(subtrees.size()),
                        [&](int k) { run(subtrees[static_cast<std::size_t>(k)]); });
        run(top);
    }
    /// f(node) for every node, parents first.
    template <typename F, typename Report>
    void outward(Workers& workers, const F& f, const TracedRun<Report>& traced) const {
        const auto run = [&](std::span<const int> nodes) { backward(nodes, f, traced); };
        begin(traced);
        run(top);
        workers.forEach(static_cast<int>(subtrees.size()),
                        [&](int k) { run(subtrees[static_cast<std::size_t>(k)]); });
    }

private:
    template <typename Report>
    void begin(const TracedRun<Report>& traced) const {
        if (traced.tracer != nullptr)
            traced.tracer->open(traced.pass, static_cast<int>(pathOfRoot.size()));
    }
    // One function for all nodes and for a single traced one, so that both run the same machine
    // code and results are bit-identical.
    template <typename F>
    [[gnu::noinline]] static void all(std::span<const int> nodes, const F& f) {
        for (const int node : nodes) f(node);
    }
    template <typename F>
    [[gnu::noinline]] static void allBack(std::span<const int> nodes, const F& f) {
        for (std::size_t i = nodes.size(); i-- > 0;) f(nodes[i]);
    }
    template <typename F, typename Report>
    static void forward(std::span<const int> nodes, const F& f, const TracedRun<Report>& traced) {
        if (traced.tracer == nullptr) return all(nodes, f);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            traced.piece(nodes[i], nodes[i], [&] { all(nodes.subspan(i, 1), f); });
    }
    template <typename F, typename Report>
    static void backward(std::span<const int> nodes, const F& f, const TracedRun<Report>& traced) {
        if (traced.tracer == nullptr) return allBack(nodes, f);
        for (std::size_t i = nodes.size(); i-- > 0;)
            traced.piece(nodes[i], nodes[i], [&] { allBack(nodes.subspan(i, 1), f); });
    }
};

/// With fewer bodies one thread alone is as fast. Measured with two threads on two processors: 1.05
/// to 1.45 times the speed of one thread for 128 bodies, 1.35 for 256, 1.55 to 1.7 for 512.
inline constexpr std::size_t bodiesWorthThreads = 96;

/// @param threads number of threads; for one, everything is a single subtree
AssemblyOrder orderOf(const AssemblyTree& tree, const Model& model, int threads);

/// The nodes for traces.
std::vector<TracedNode> tracedNodes(const AssemblyTree& tree, const Model& model);

}  // namespace momentree
