// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/schedule.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace momentree::fpga {

namespace {

enum Kind { Sum, Product, Special, kinds };

Kind kindOf(Op op) {
    if (op == Op::Add) return Sum;
    return op == Op::Multiply ? Product : Special;
}

bool isOperation(const Node& node) { return node.op != Op::State && node.op != Op::Constant; }

/// Constraints on the order of issue in addition to data flow: a state is overwritten only after
/// all of its readers have been issued.
struct Order {
    std::vector<std::vector<int>> users;    // by data
    std::vector<std::vector<int>> readers;  // of the state that a node overwrites
    std::vector<bool> sampled;
};

Order orderOf(const Graph& graph) {
    Order order;
    order.users.resize(graph.nodes.size());
    order.readers.resize(graph.nodes.size());
    order.sampled.resize(graph.nodes.size(), false);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        for (const Ref operand : {node.a, node.b})
            if (operand.node >= 0)
                order.users[static_cast<std::size_t>(operand.node)].push_back(static_cast<int>(i));
    }
    for (const StateWord& state : graph.states) {
        const auto next = static_cast<std::size_t>(state.next);
        order.sampled[next] = state.sampled;
        for (const int reader : order.users[static_cast<std::size_t>(state.node)])
            if (reader != state.next) order.readers[next].push_back(reader);
    }
    return order;
}

/// Cycles from the issue of each node to the end of the pass.
std::vector<int> urgencies(const Graph& graph, const Order& order) {
    std::vector<int> urgency(graph.nodes.size(), 0);
    std::vector<std::vector<int>> overwriters(graph.nodes.size());
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (const int reader : order.readers[i])
            overwriters[static_cast<std::size_t>(reader)].push_back(static_cast<int>(i));
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        const Node& node = graph.nodes[i];
        if (!isOperation(node)) continue;
        int after = 0;
        for (const int user : order.users[i])
            after = std::max(after, urgency[static_cast<std::size_t>(user)]);
        urgency[i] = after + latencyOf(node.op) + Machine::direct;
        for (const int writer : overwriters[i])
            urgency[i] = std::max(urgency[i], urgency[static_cast<std::size_t>(writer)]);
    }
    return urgency;
}

class ListScheduler {
public:
    explicit ListScheduler(const Graph& graph)
        : graph_(graph), order_(orderOf(graph)), urgency_(urgencies(graph, order_)) {
        result_.nodes.resize(graph.nodes.size());
    }

    std::optional<PassSchedule> run(bool phased) {
        if (!phased) {
            if (fill(0, [](FabricPhase) { return true; }) < 0) return std::nullopt;
        } else {
            int start = 0;
            for (int phase = 0; phase < fabricPhaseCount; ++phase) {
                result_.phaseStart.push_back(start);
                start = fill(start, [&](FabricPhase p) { return static_cast<int>(p) == phase; });
                if (start < 0) return std::nullopt;
            }
        }
        result_.length = length();
        if (phased) result_.phaseStart.push_back(result_.length);
        return result_;
    }

private:
    using Candidates = std::set<std::pair<int, int>>;  // most urgent first, then in graph order

    /// Schedules the operations of the chosen phases from `cycle` on; returns the cycle in which
    /// all of their results are in their banks, -1 if some wait for what is never issued.
    template <typename Chosen>
    int fill(int cycle, Chosen chosen) {
        std::array<Candidates, kinds> candidates;
        std::size_t open = 0;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const Node& node = graph_.nodes[i];
            if (!isOperation(node) || !chosen(node.phase)) continue;
            candidates[static_cast<std::size_t>(kindOf(node.op))].insert(
                {-urgency_[i], static_cast<int>(i)});
            ++open;
        }
        int settled = cycle;
        for (; open > 0; ++cycle) {
            // Everything issued has arrived and every unit is free, yet nothing was ready.
            if (cycle > settled + Machine::reciprocalInterval) return -1;
            sampledInCycle_ = false;
            for (std::size_t kind = 0; kind < kinds; ++kind) {
                std::vector<int> free = freeUnits(static_cast<Kind>(kind));
                Candidates& waiting = candidates[kind];
                for (auto it = waiting.begin(); it != waiting.end() && !free.empty();) {
                    if (!ready(it->second, cycle)) {
                        ++it;
                        continue;
                    }
                    settled = std::max(settled, place(it->second, cycle, free));
                    it = waiting.erase(it);
                    --open;
                }
            }
        }
        return settled;
    }

    std::vector<int> freeUnits(Kind kind) const {
        if (kind == Special) return {Machine::special};
        const int first = kind == Sum ? 0 : Machine::adders;
        const int count = kind == Sum ? Machine::adders : Machine::multipliers;
        std::vector<int> units;
        for (int i = 0; i < count; ++i) units.push_back(first + i);
        // The unit with the fewest results is served first, so that banks fill evenly.
        std::sort(units.begin(), units.end(), [&](int a, int b) {
            return results_[static_cast<std::size_t>(a)] < results_[static_cast<std::size_t>(b)];
        });
        return units;
    }

    bool ready(int index, int cycle) const {
        const auto at = static_cast<std::size_t>(index);
        const Node& node = graph_.nodes[at];
        for (const Ref operand : {node.a, node.b})
            if (operand.node >= 0 && !available(operand.node, cycle)) return false;
        for (const int reader : order_.readers[at])
            if (result_.nodes[static_cast<std::size_t>(reader)].cycle < 0) return false;
        if (order_.sampled[at] && sampledInCycle_) return false;
        if (node.op == Op::Reciprocal && cycle < nextReciprocal_) return false;
        return kindOf(node.op) != Special || specialResults_.count(cycle + latencyOf(node.op)) == 0;
    }

    bool available(int operand, int cycle) const {
        const Node& node = graph_.nodes[static_cast<std::size_t>(operand)];
        if (!isOperation(node)) return true;
        const int issued = result_.nodes[static_cast<std::size_t>(operand)].cycle;
        if (issued < 0) return false;
        const int distance = cycle - issued;
        return isDirect(node.op, distance) || distance >= latencyOf(node.op) + Machine::through;
    }

    int place(int index, int cycle, std::vector<int>& free) {
        const auto at = static_cast<std::size_t>(index);
        const Op op = graph_.nodes[at].op;
        const int unit = free.front();
        free.erase(free.begin());
        ++results_[static_cast<std::size_t>(unit)];
        result_.nodes[at] = {unit, cycle};
        if (order_.sampled[at]) sampledInCycle_ = true;
        if (op == Op::Reciprocal) nextReciprocal_ = cycle + Machine::reciprocalInterval;
        if (unit == Machine::special) specialResults_.insert(cycle + latencyOf(op));
        return cycle + latencyOf(op) + Machine::through;
    }

    /// Cycles until the next pass may begin: all words issued, no state read too early, the
    /// reciprocal unit free.
    int length() const {
        int length = 1;
        int firstReciprocal = nextReciprocal_;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            length = std::max(length, result_.nodes[i].cycle + 1);
            if (graph_.nodes[i].op == Op::Reciprocal)
                firstReciprocal = std::min(firstReciprocal, result_.nodes[i].cycle);
        }
        length = std::max(length, nextReciprocal_ - firstReciprocal);
        for (const StateWord& state : graph_.states) {
            const int written = result_.nodes[static_cast<std::size_t>(state.next)].cycle +
                                latencyOf(Op::Add) + Machine::through;
            for (const int reader : order_.users[static_cast<std::size_t>(state.node)])
                length = std::max(length,
                                  written - result_.nodes[static_cast<std::size_t>(reader)].cycle);
        }
        return length;
    }

    const Graph& graph_;
    Order order_;
    std::vector<int> urgency_;
    PassSchedule result_;
    std::array<int, Machine::units> results_{};
    std::set<int> specialResults_;
    int nextReciprocal_ = 0;
    bool sampledInCycle_ = false;
};

}  // namespace

int latencyOf(Op op) {
    switch (op) {
        case Op::Add:
            return Machine::addLatency;
        case Op::Multiply:
            return Machine::multiplyLatency;
        case Op::Reciprocal:
            return Machine::reciprocalLatency;
        case Op::Round:
            return Machine::roundLatency;
        default:
            return 0;
    }
}

std::optional<PassSchedule> schedule(const Graph& graph, bool phased) {
    return ListScheduler(graph).run(phased);
}

}  // namespace momentree::fpga
