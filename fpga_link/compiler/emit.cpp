// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/emit.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <queue>

namespace momentree::fpga {

namespace {

class Emitter {
public:
    Emitter(const Graph& graph, const PassSchedule& schedule)
        : graph_(graph), schedule_(schedule), places_(graph.nodes.size(), Register{-1, -1}) {}

    std::optional<Program> run(int passes) {
        if (schedule_.length > Machine::programWords) return std::nullopt;
        placeStates();
        if (!placeResults() || !placeConstants()) return std::nullopt;
        program_.passes = passes;
        program_.phased = !schedule_.phaseStart.empty();
        program_.words.resize(static_cast<std::size_t>(schedule_.length));
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) writeSlot(i);
        orderSamples();
        tabulatePhases();
        return program_;
    }

private:
    const Placement& at(int node) const { return schedule_.nodes[static_cast<std::size_t>(node)]; }

    void load(Register place, double value) {
        program_.image.push_back({place, std::bit_cast<std::uint32_t>(static_cast<float>(value))});
    }

    /// A state stays in the bank of the unit that overwrites it.
    void placeStates() {
        for (const StateWord& state : graph_.states) {
            const int bank = at(state.next).unit;
            const Register place{bank, used_[static_cast<std::size_t>(bank)]++};
            places_[static_cast<std::size_t>(state.node)] = place;
            places_[static_cast<std::size_t>(state.next)] = place;
            program_.states.push_back(place);
            load(place, graph_.nodes[static_cast<std::size_t>(state.node)].value);
        }
    }

    /// Last cycle in which each node is read from its bank, -1 never.
    std::vector<int> lastReads() const {
        std::vector<int> last(graph_.nodes.size(), -1);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            for (const Ref operand : {graph_.nodes[i].a, graph_.nodes[i].b}) {
                if (operand.node < 0) continue;
                int& read = last[static_cast<std::size_t>(operand.node)];
                if (!direct(operand.node, static_cast<int>(i)))
                    read = std::max(read, at(static_cast<int>(i)).cycle);
            }
        }
        return last;
    }

    bool direct(int from, int to) const {
        return at(from).unit >= 0 && isDirect(graph_.nodes[static_cast<std::size_t>(from)].op,
                                              at(to).cycle - at(from).cycle);
    }

    /// Places results in the order of writing. A word is free as soon as its last reader has been
    /// issued, since a bank read and written in one cycle returns the old word.
    bool placeResults() {
        const std::vector<int> last = lastReads();
        std::vector<std::pair<int, int>> writes;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (places_[i].bank < 0 && last[i] >= 0 && at(static_cast<int>(i)).unit >= 0)
                writes.push_back({at(static_cast<int>(i)).cycle + latencyOf(graph_.nodes[i].op) +
                                      Machine::through - 1,
                                  static_cast<int>(i)});
        std::sort(writes.begin(), writes.end());
        using Busy = std::pair<int, int>;  // until, address
        std::array<std::priority_queue<Busy, std::vector<Busy>, std::greater<>>, Machine::units>
            busy;
        for (const auto& [cycle, node] : writes) {
            const auto bank = static_cast<std::size_t>(at(node).unit);
            int address = used_[bank];
            if (!busy[bank].empty() && busy[bank].top().first <= cycle) {
                address = busy[bank].top().second;
                busy[bank].pop();
            } else if (++used_[bank] > Machine::bankWords) {
                return false;
            }
            places_[static_cast<std::size_t>(node)] = {at(node).unit, address};
            busy[bank].push({last[static_cast<std::size_t>(node)], address});
        }
        return true;
    }

    bool placeConstants() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (graph_.nodes[i].op != Op::Constant) continue;
            const auto bank = std::min_element(used_.begin(), used_.end());
            if (*bank >= Machine::bankWords) return false;
            places_[i] = {static_cast<int>(bank - used_.begin()), (*bank)++};
            load(places_[i], graph_.nodes[i].value);
        }
        return true;
    }

    Source sourceOf(Ref operand, int user) const {
        if (direct(operand.node, user))
            return {Machine::units + at(operand.node).unit, 0, operand.negative};
        const Register& place = places_[static_cast<std::size_t>(operand.node)];
        return {place.bank, place.address, operand.negative};
    }

    void writeSlot(std::size_t i) {
        const Node& node = graph_.nodes[i];
        const int index = static_cast<int>(i);
        if (at(index).unit < 0) return;
        Slot& slot = program_.words[static_cast<std::size_t>(at(index).cycle)]
                                   [static_cast<std::size_t>(at(index).unit)];
        slot.valid = true;
        slot.round = node.op == Op::Round;
        slot.a = sourceOf(node.a, index);
        if (node.b.node >= 0) slot.b = sourceOf(node.b, index);
        slot.write = places_[i].bank >= 0;
        if (slot.write) slot.destination = places_[i].address;
    }

    void orderSamples() {
        std::map<int, int> inOrder;  // cycle -> state
        for (std::size_t s = 0; s < graph_.states.size(); ++s) {
            if (!graph_.states[s].sampled) continue;
            const Placement& writer = at(graph_.states[s].next);
            inOrder[writer.cycle] = static_cast<int>(s);
            program_
                .words[static_cast<std::size_t>(writer.cycle)]
                      [static_cast<std::size_t>(writer.unit)]
                .sample = true;
        }
        for (const auto& [cycle, state] : inOrder) program_.sampleOrder.push_back(state);
    }

    void tabulatePhases() {
        for (int p = 0; p < fabricPhaseCount; ++p) {
            PhaseRow row;
            row.phase = static_cast<FabricPhase>(p);
            row.first = schedule_.length;
            for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
                const Node& node = graph_.nodes[i];
                if (node.phase != row.phase || schedule_.nodes[i].unit < 0) continue;
                row.counts.sums += node.op == Op::Add;
                row.counts.products += node.op == Op::Multiply;
                row.counts.reciprocals += node.op == Op::Reciprocal;
                row.counts.roundings += node.op == Op::Round;
                row.first = std::min(row.first, schedule_.nodes[i].cycle);
                row.end = std::max(row.end, schedule_.nodes[i].cycle + 1);
            }
            if (program_.phased) {
                row.first = schedule_.phaseStart[static_cast<std::size_t>(p)];
                row.end = schedule_.phaseStart[static_cast<std::size_t>(p) + 1];
            }
            if (row.first >= row.end) continue;
            if (program_.phased && !program_.phases.empty())
                program_.words[static_cast<std::size_t>(row.first)].nextPhase = true;
            program_.phases.push_back(row);
        }
    }

    const Graph& graph_;
    const PassSchedule& schedule_;
    Program program_;
    std::vector<Register> places_;
    std::array<int, Machine::units> used_{};
};

}  // namespace

std::optional<Program> emitProgram(const Graph& graph, const PassSchedule& schedule, int passes) {
    return Emitter(graph, schedule).run(passes);
}

}  // namespace momentree::fpga
