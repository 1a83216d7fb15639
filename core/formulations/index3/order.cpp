// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/order.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>
#include <utility>

#include "core/model/model.hpp"

namespace momentree {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Tracks what holds the bodies while joints are eliminated. A hub that has not been eliminated
/// holds them like the ground: a joint between two held sides would have 1 / kappa as its pivot
/// until a hub is eliminated.
class HeldBodies {
public:
    explicit HeldBodies(const std::vector<EliminationBlock>& blocks) {
        int bodies = 0;
        for (const EliminationBlock& b : blocks)
            bodies = std::max({bodies, b.hub + 1, b.bodyA + 1, b.bodyB + 1});
        for (int i = 0; i < bodies; ++i) group_.push_back(i);
        holders_.resize(index(bodies));
        holds_.resize(index(bodies), 0);
        for (const EliminationBlock& b : blocks)
            if (b.hub >= 0) holds_[index(b.hub)] = 1;
    }

    bool mustWait(const EliminationBlock& block) {
        if (block.hub >= 0 || (isFree(block.bodyA) && groupOf(block.bodyA) == groupOf(block.bodyB)))
            return false;
        const std::set<int> a = holdersOf(block.bodyA), b = holdersOf(block.bodyB);
        return !a.empty() && !b.empty() && (*a.rbegin() != ground || *b.rbegin() != ground);
    }

    void eliminate(const EliminationBlock& block) {
        if (block.hub >= 0) {
            release(block.hub);
        } else if (isFree(block.bodyA) && isFree(block.bodyB)) {
            unite(block.bodyA, block.bodyB);
        } else if (isFree(block.bodyA)) {
            holders_[index(groupOf(block.bodyA))].insert(block.bodyB);
        } else if (isFree(block.bodyB)) {
            holders_[index(groupOf(block.bodyB))].insert(block.bodyA);
        }
    }

private:
    bool isFree(int body) const { return body != ground && holds_[index(body)] == 0; }
    int groupOf(int body) {
        if (!isFree(body)) return body;
        int& group = group_[index(body)];
        if (group != body) group = groupOf(group);
        return group;
    }
    std::set<int> holdersOf(int body) {
        if (!isFree(body)) return {body};
        return holders_[index(groupOf(body))];
    }
    void unite(int a, int b) {
        a = groupOf(a);
        b = groupOf(b);
        if (a == b) return;
        group_[index(b)] = a;
        holders_[index(a)].merge(holders_[index(b)]);
    }
    void release(int hub) {
        holds_[index(hub)] = 0;
        for (std::size_t i = 0; i < group_.size(); ++i)
            if (holders_[i].erase(hub) > 0) unite(hub, static_cast<int>(i));
    }

    std::vector<int> group_;              ///< [bodies] representative of the group it has joined
    std::vector<std::set<int>> holders_;  ///< [bodies] for groups: hubs, ground
    std::vector<char> holds_;             ///< [bodies] whether it is a hub not yet eliminated
};

/// Orders blocks by minimum degree, counted in rows; `fill` receives the blocks that each one
/// couples when it is eliminated.
class LeastDegree {
public:
    LeastDegree(const std::vector<EliminationBlock>& blocks,
                const std::vector<std::pair<int, int>>& couplings)
        : blocks_(blocks),
          held_(blocks),
          graph_(blocks.size()),
          height_(blocks.size(), 0),
          keys_(blocks.size()) {
        for (const auto& [a, b] : couplings) {
            graph_[index(a)].insert(b);
            graph_[index(b)].insert(a);
        }
        for (int i = 0; i < static_cast<int>(blocks.size()); ++i) enqueue(i);
    }

    std::vector<int> order(std::vector<std::vector<int>>& fill) {
        std::vector<int> blocks;
        fill.resize(blocks_.size());
        while (!queue_.empty()) {
            const int i = queue_.begin()->block;
            queue_.erase(queue_.begin());
            if (held_.mustWait(blocks_[index(i)])) {
                waiting_.insert(i);
                continue;
            }
            blocks.push_back(i);
            held_.eliminate(blocks_[index(i)]);
            const std::set<int> around = std::move(graph_[index(i)]);
            fill[index(i)].assign(around.begin(), around.end());
            for (const int k : around) couple(k, i, around);
            if (blocks_[index(i)].hub < 0) continue;
            for (const int k : std::exchange(waiting_, {})) enqueue(k);
        }
        return blocks;
    }

private:
    struct Key {
        int degree = 0, height = 0, block = 0;
        auto operator<=>(const Key&) const = default;
    };

    void enqueue(int i) {
        int rows = 0;
        for (const int k : graph_[index(i)]) rows += blocks_[index(k)].rows;
        queue_.insert(keys_[index(i)] = {rows, height_[index(i)], i});
    }
    void couple(int k, int eliminated, const std::set<int>& around) {
        std::set<int>& neighbours = graph_[index(k)];
        neighbours.insert(around.begin(), around.end());
        neighbours.erase(eliminated);
        neighbours.erase(k);
        height_[index(k)] = std::max(height_[index(k)],
                                     height_[index(eliminated)] + blocks_[index(eliminated)].rows);
        if (waiting_.contains(k)) return;
        queue_.erase(keys_[index(k)]);
        enqueue(k);
    }

    const std::vector<EliminationBlock>& blocks_;
    HeldBodies held_;
    std::vector<std::set<int>> graph_;
    std::vector<int> height_;  ///< rows eliminated below, along the longest branch
    std::vector<Key> keys_;
    std::set<Key> queue_;
    std::set<int> waiting_;  ///< for a hub
};

/// Positions of the tree with children before parents and contiguous subtrees.
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

/// Cost of eliminating each block, in multiplications.
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

/// Assigns each subtree, largest first, to the thread with the least work.
/// @param subtrees (cost, root), descending
/// @param load [threads] receives the cost of each
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

EliminationOrder eliminationOrder(const std::vector<EliminationBlock>& blocks,
                                  const std::vector<std::pair<int, int>>& couplings) {
    std::vector<std::vector<int>> fill;
    const std::vector<int> found = LeastDegree(blocks, couplings).order(fill);
    const auto positionsOf = [](const std::vector<int>& listed) {
        std::vector<int> position(listed.size());
        for (std::size_t k = 0; k < listed.size(); ++k)
            position[index(listed[k])] = static_cast<int>(k);
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

/// Splits the largest subtree repeatedly and keeps the division with the earliest end.
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
