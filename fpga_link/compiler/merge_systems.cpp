// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/merge_systems.hpp"

#include <algorithm>
#include <map>

namespace momentree::fpga {

namespace {

constexpr std::size_t fifoWords = 1024;  // of a step's sample

/// Records the graphs of several systems into one. The rings of the Runge-Kutta method are the same
/// in all of them, and are kept once.
class Merge {
public:
    Graph run(const Systems& systems) {
        for (const auto& system : systems) add(system->graph);
        return builder_.finish(next_);
    }
    /// Place among the states of the merged graph. @param system in the order of `run`
    std::size_t stateOf(std::size_t system, std::size_t state) const {
        return places_[system][state];
    }

private:
    void add(const Graph& graph) {
        std::vector<Ref> copies(graph.nodes.size());
        std::vector<std::size_t> places;
        std::vector<std::size_t> own;  // states that are new
        for (const StateWord& state : graph.states) {
            const double start = graph.nodes[static_cast<std::size_t>(state.node)].value;
            const auto ring = rings_.find(state.name);
            if (ring == rings_.end()) {
                own.push_back(places.size());
                places.push_back(states_.size());
                states_.push_back(builder_.state(state.name, start, state.sampled));
                if (state.name.starts_with("ring ")) rings_.emplace(state.name, places.back());
            } else {
                places.push_back(ring->second);
            }
            copies[static_cast<std::size_t>(state.node)] = states_[places.back()];
        }
        for (std::size_t i = 0; i < graph.nodes.size(); ++i)
            if (graph.nodes[i].op != Op::State) copies[i] = copyOf(graph.nodes[i], copies);
        for (const std::size_t state : own)
            next_.push_back(copies[static_cast<std::size_t>(graph.states[state].next)]);
        places_.push_back(std::move(places));
    }
    Ref copyOf(const Node& node, const std::vector<Ref>& copies) {
        const auto of = [&](Ref operand) {
            Ref copy = copies[static_cast<std::size_t>(operand.node)];
            copy.negative = copy.negative != operand.negative;
            return copy;
        };
        builder_.enter(node.phase);
        switch (node.op) {
            case Op::Constant:
                return builder_.constant(node.value);
            case Op::Add:
                return builder_.add(of(node.a), of(node.b));
            case Op::Multiply:
                return builder_.multiply(of(node.a), of(node.b));
            case Op::Reciprocal:
                return builder_.reciprocal(of(node.a));
            default:
                return builder_.round(of(node.a));
        }
    }

    GraphBuilder builder_;
    std::vector<Ref> states_, next_;
    std::map<std::string, std::size_t> rings_;
    std::vector<std::vector<std::size_t>> places_;
};

}  // namespace

CompiledSystem mergedSystem(const Systems& systems) {
    CompiledSystem merged;
    Merge merge;
    merged.graph = merge.run(systems);
    for (const std::size_t half : {0u, 1u})
        for (std::size_t k = 0; k < systems.size(); ++k) {
            const std::vector<std::size_t>& row = systems[k]->row;
            for (std::size_t i = 0; i < row.size() / 2; ++i)
                merged.row.push_back(merge.stateOf(k, row[half * row.size() / 2 + i]));
        }
    if (merged.row.size() > fifoWords) {
        merged.refusal = "its samples have more than " + std::to_string(fifoWords) + " words";
        return merged;
    }
    const bool euler = systems[0]->program->passes == 1;
    scheduleSystem(merged, {.method = euler ? PlanarMethod::Euler : PlanarMethod::RungeKutta4});
    if (!merged.program) return merged;
    for (const auto& system : systems)
        merged.program->pivotLimit =
            std::max(merged.program->pivotLimit, system->program->pivotLimit);
    return merged;
}

std::size_t mostMerged(const CompiledSystem& system) {
    const OperationCounts counts = countOperations(system.graph);
    constexpr int sums = Machine::adders * Machine::programWords,
                  products = Machine::multipliers * Machine::programWords;
    return std::min({static_cast<std::size_t>(sums / std::max(1, counts.sums)),
                     static_cast<std::size_t>(products / std::max(1, counts.products)),
                     fifoWords / system.row.size()});
}

}  // namespace momentree::fpga
