// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_order.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>

namespace momentree {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The blocks by least degree, counted in rows; `fill` receives what each block couples when its
/// turn comes.
class LeastDegree {
public:
    LeastDegree(const std::vector<int>& sizes, const std::vector<std::pair<int, int>>& couplings,
                std::vector<char> late)
        : sizes_(sizes),
          late_(std::move(late)),
          graph_(sizes.size()),
          height_(sizes.size(), 0),
          keys_(sizes.size()) {
        for (const auto& [a, b] : couplings) {
            graph_[index(a)].insert(b);
            graph_[index(b)].insert(a);
        }
        for (int i = 0; i < static_cast<int>(sizes.size()); ++i) enqueue(i);
    }

    std::vector<int> order(std::vector<std::vector<int>>& fill) {
        std::vector<int> blocks;
        fill.resize(sizes_.size());
        while (!queue_.empty()) {
            const int i = queue_.begin()->block;
            queue_.erase(queue_.begin());
            blocks.push_back(i);
            const std::set<int> around = std::move(graph_[index(i)]);
            fill[index(i)].assign(around.begin(), around.end());
            for (const int k : around) couple(k, i, around);
        }
        return blocks;
    }

private:
    struct Key {
        int degree = 0, height = 0, block = 0;
        auto operator<=>(const Key&) const = default;
    };

    void enqueue(int i) {
        int rows = late_[index(i)] ? std::numeric_limits<int>::max() / 2 : 0;
        for (const int k : graph_[index(i)]) rows += sizes_[index(k)];
        queue_.insert(keys_[index(i)] = {rows, height_[index(i)], i});
    }
    void couple(int k, int eliminated, const std::set<int>& around) {
        std::set<int>& neighbours = graph_[index(k)];
        neighbours.insert(around.begin(), around.end());
        neighbours.erase(eliminated);
        neighbours.erase(k);
        late_[index(k)] = 0;
        height_[index(k)] =
            std::max(height_[index(k)], height_[index(eliminated)] + sizes_[index(eliminated)]);
        queue_.erase(keys_[index(k)]);
        enqueue(k);
    }

    const std::vector<int>& sizes_;
    std::vector<char> late_;
    std::vector<std::set<int>> graph_;
    std::vector<int> height_;  ///< rows eliminated below, along the longest branch
    std::vector<Key> keys_;
    std::set<Key> queue_;
};

/// Positions of the tree with children before parents and subtrees in one piece.
/// @param parent [positions] -1 for roots
std::vector<int> postorder(const std::vector<int>& parent) {
    std::vector<std::vector<int>> children(parent.size());
    std::vector<int> pending, outward;
    for (int k = static_cast<int>(parent.size()); k-- > 0;) {
        const int above = parent[index(k)];
        if (above < 0)
            pending.push_back(k);
        else
            children[index(above)].push_back(k);
    }
    while (!pending.empty()) {
        const int k = pending.back();
        pending.pop_back();
        outward.push_back(k);
        pending.insert(pending.end(), children[index(k)].begin(), children[index(k)].end());
    }
    return {outward.rbegin(), outward.rend()};
}

/// What eliminating each block costs, in multiplications.
std::vector<double> costs(const EliminationOrder& order, const std::vector<int>& sizes) {
    std::vector<double> cost;
    for (std::size_t k = 0; k < order.blocks.size(); ++k) {
        const double size = sizes[index(order.blocks[k])];
        double rows = size;
        for (const int other : order.below[k]) rows += sizes[index(order.blocks[index(other)])];
        cost.push_back(size * rows * rows);
    }
    return cost;
}

/// The largest subtrees first, each to the thread with the least to do.
/// @param subtrees (cost, root), descending; @param load [threads] receives the cost of each
std::vector<int> assign(const std::vector<std::pair<double, int>>& subtrees,
                        std::vector<double>& load) {
    std::vector<int> thread;
    for (const auto& [cost, root] : subtrees) {
        const auto least = std::ranges::min_element(load);
        *least += cost;
        thread.push_back(static_cast<int>(least - load.begin()));
    }
    return thread;
}

}  // namespace

EliminationOrder eliminationOrder(const std::vector<int>& sizes,
                                  const std::vector<std::pair<int, int>>& couplings,
                                  const std::vector<char>& late) {
    std::vector<std::vector<int>> fill;
    const std::vector<int> found = LeastDegree(sizes, couplings, late).order(fill);
    const auto positionsOf = [&](const std::vector<int>& blocks) {
        std::vector<int> position(blocks.size());
        for (std::size_t k = 0; k < blocks.size(); ++k)
            position[index(blocks[k])] = static_cast<int>(k);
        return position;
    };
    const std::vector<int> first = positionsOf(found);
    std::vector<int> parent;
    for (const int block : found) {
        int above = -1;
        for (const int other : fill[index(block)])
            if (above < 0 || first[index(other)] < above) above = first[index(other)];
        parent.push_back(above);
    }
    EliminationOrder order;
    for (const int k : postorder(parent)) order.blocks.push_back(found[index(k)]);
    const std::vector<int> position = positionsOf(order.blocks);
    for (const int block : order.blocks) {
        std::vector<int>& below = order.below.emplace_back();
        for (const int other : fill[index(block)]) below.push_back(position[index(other)]);
        std::ranges::sort(below);
    }
    return order;
}

/// Opens the largest subtree again and again and keeps the state that ends first.
std::vector<int> shareOut(const EliminationOrder& order, const std::vector<int>& sizes,
                          int threads) {
    const std::size_t n = order.blocks.size();
    std::vector<int> owner(n, 0);
    if (threads == 1) return owner;
    const std::vector<double> cost = costs(order, sizes);
    std::vector<double> whole = cost;
    std::vector<std::vector<int>> children(n);
    std::vector<std::pair<double, int>> subtrees;  // descending
    double total = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        total += cost[k];
        const int at = static_cast<int>(k);
        if (order.below[k].empty()) {
            subtrees.emplace_back(whole[k], at);
        } else {
            whole[index(order.below[k].front())] += whole[k];
            children[index(order.below[k].front())].push_back(at);
        }
    }
    std::ranges::sort(subtrees, std::greater());
    double above = 0.0, best = std::numeric_limits<double>::infinity();
    std::vector<std::pair<double, int>> chosen;
    std::vector<int> threadOf;
    while (!subtrees.empty() && above < best && subtrees.front().first > total / (32.0 * threads)) {
        std::vector<double> load(index(threads), 0.0);
        std::vector<int> assigned = assign(subtrees, load);
        const double end = above + std::ranges::max(load);
        if (end < 0.999 * best) {
            best = end;
            chosen = subtrees;
            threadOf = std::move(assigned);
        }
        const int opened = subtrees.front().second;
        subtrees.erase(subtrees.begin());
        above += cost[index(opened)];
        for (const int child : children[index(opened)])
            subtrees.emplace_back(whole[index(child)], child);
        std::ranges::sort(subtrees, std::greater());
    }
    std::ranges::fill(owner, -1);
    for (std::size_t k = 0; k < chosen.size(); ++k) owner[index(chosen[k].second)] = threadOf[k];
    for (std::size_t k = n; k-- > 0;)
        if (owner[k] < 0 && !order.below[k].empty())
            owner[k] = owner[index(order.below[k].front())];
    return owner;
}

}  // namespace momentree
