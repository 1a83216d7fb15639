// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/check_program.hpp"

#include <array>
#include <bit>
#include <map>
#include <set>
#include <tuple>

namespace momentree::fpga {

namespace {

constexpr int passesToProve = 3;
constexpr int nothing = -1;

/// Numbers expressions; equal numbers mean bit-identical values for any states.
class Expressions {
public:
    int constant(std::uint32_t bits) {
        return numbers_.try_emplace({'c', static_cast<int>(bits), 0, 0, 0}, next()).first->second;
    }
    int state(int index) {
        return numbers_.try_emplace({'s', index, 0, 0, 0}, next()).first->second;
    }
    int apply(char op, int a, bool negativeA, int b, bool negativeB) {
        return numbers_.try_emplace({op, a, negativeA, b, negativeB}, next()).first->second;
    }

private:
    int next() const { return static_cast<int>(numbers_.size()); }
    std::map<std::tuple<char, int, int, int, int>, int> numbers_;
};

char letterOf(Op op) {
    switch (op) {
        case Op::Add:
            return '+';
        case Op::Multiply:
            return '*';
        case Op::Reciprocal:
            return '/';
        default:
            return 'r';
    }
}

std::uint32_t bitsOf(double value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

/// The states after a pass according to the graph. Operands are in the graph's order.
std::vector<int> passOf(const Graph& graph, const std::vector<int>& states,
                        Expressions& expressions) {
    std::vector<int> value(graph.nodes.size(), nothing);
    for (std::size_t i = 0; i < states.size(); ++i)
        value[static_cast<std::size_t>(graph.states[i].node)] = states[i];
    const auto of = [&](Ref a) {
        return a.node < 0 ? nothing : value[static_cast<std::size_t>(a.node)];
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        if (node.op == Op::State) continue;
        value[i] = node.op == Op::Constant
                       ? expressions.constant(bitsOf(node.value))
                       : expressions.apply(letterOf(node.op), of(node.a), node.a.negative,
                                           of(node.b), node.b.negative);
    }
    std::vector<int> next;
    for (const StateWord& state : graph.states)
        next.push_back(value[static_cast<std::size_t>(state.next)]);
    return next;
}

class SymbolicEngine {
public:
    SymbolicEngine(const Graph& graph, const Program& program) : graph_(graph), program_(program) {
        for (auto& bank : banks_) bank.fill(nothing);
    }

    std::string run() {
        load();
        checkPhases();
        std::vector<int> expected = starts_;
        for (int pass = 0; pass < passesToProve; ++pass)
            expected = passOf(graph_, expected, expressions_);
        for (int pass = 0; pass < passesToProve && fault_.empty(); ++pass)
            for (const ProgramWord& word : program_.words) {
                land();
                issue(word);
                ++now_;
            }
        for (int drain = 0; drain < 2 * Machine::reciprocalLatency; ++drain, ++now_) land();
        for (std::size_t i = 0; i < expected.size() && fault_.empty(); ++i)
            if (held(program_.states[i]) != expected[i])
                fail("state \"" + graph_.states[i].name + "\" ends with another value");
        checkSamples();
        return fault_;
    }

private:
    struct Flight {
        int value = nothing;
        bool write = false;
        bool sample = false;
        int destination = 0;
    };

    int& held(Register place) {
        return banks_[static_cast<std::size_t>(place.bank)]
                     [static_cast<std::size_t>(place.address)];
    }

    void fail(const std::string& what) {
        const auto length = static_cast<long>(program_.words.size());
        if (fault_.empty())
            fault_ = "cycle " + std::to_string(now_ % length) + " of pass " +
                     std::to_string(now_ / length + 1) + ": " + what;
    }

    void load() {
        for (const InitialWord& word : program_.image) {
            if (held(word.place) != nothing) fail("two initial words share a place");
            held(word.place) = expressions_.constant(word.bits);
        }
        for (std::size_t i = 0; i < graph_.states.size(); ++i) {
            starts_.push_back(expressions_.state(static_cast<int>(i)));
            const double start =
                graph_.nodes[static_cast<std::size_t>(graph_.states[i].node)].value;
            if (held(program_.states[i]) != expressions_.constant(bitsOf(start)))
                fail("state \"" + graph_.states[i].name + "\" starts with another value");
            held(program_.states[i]) = starts_.back();
        }
    }

    void land() {
        const auto arrived = flights_.find(now_ - 1);
        if (arrived == flights_.end()) return;
        int emitted = 0;
        for (const auto& [unit, flight] : arrived->second) {
            if (flight.write) held({unit, flight.destination}) = flight.value;
            if (!flight.sample) continue;
            emissions_.push_back({unit, flight.destination});
            if (++emitted > 1) fail("two samples in one cycle");
        }
        flights_.erase(arrived);
    }

    int read(const Source& source) {
        int value = nothing;
        if (source.select < Machine::units) {
            value = held({source.select, source.address});
        } else {
            const auto& standing = flights_[now_ + 1];
            const auto output = standing.find(source.select - Machine::units);
            if (output != standing.end()) value = output->second.value;
        }
        if (value == nothing) fail("an operand that is not there");
        return value;
    }

    void issue(const ProgramWord& word) {
        for (int unit = 0; unit < Machine::units; ++unit) {
            const Slot& slot = word[static_cast<std::size_t>(unit)];
            if (!slot.valid) continue;
            char op = unit < Machine::adders ? '+' : '*';
            int latency = unit < Machine::adders ? Machine::addLatency : Machine::multiplyLatency;
            if (unit == Machine::special) {
                op = slot.round ? 'r' : '/';
                latency = slot.round ? Machine::roundLatency : Machine::reciprocalLatency;
                if (!slot.round) takeReciprocal();
            }
            const int a = read(slot.a);
            const int b = unit == Machine::special ? nothing : read(slot.b);
            const int value = expressions_.apply(op, a, slot.a.negative, b, slot.b.negative);
            const Flight flight{value, slot.write, slot.sample, slot.destination};
            if (!flights_[now_ + 2 + latency].try_emplace(unit, flight).second)
                fail("two results of one unit in one cycle");
        }
    }

    void takeReciprocal() {
        if (now_ < reciprocalFree_) fail("the reciprocal unit is busy");
        reciprocalFree_ = now_ + Machine::reciprocalInterval;
    }

    /// A marked word is the first one of a phase other than the first; only phased programs have
    /// marks.
    void checkPhases() {
        std::set<int> wanted;
        for (std::size_t i = 1; program_.phased && i < program_.phases.size(); ++i)
            wanted.insert(program_.phases[i].first);
        for (std::size_t cycle = 0; cycle < program_.words.size(); ++cycle)
            if (program_.words[cycle].nextPhase != wanted.contains(static_cast<int>(cycle)))
                fail("the marks of phases are not those of the phase table");
    }

    /// Every pass must emit the states in the sample order.
    void checkSamples() {
        const std::size_t count = program_.sampleOrder.size();
        std::set<int> wanted;
        for (std::size_t i = 0; i < graph_.states.size(); ++i)
            if (graph_.states[i].sampled) wanted.insert(static_cast<int>(i));
        if (std::set<int>(program_.sampleOrder.begin(), program_.sampleOrder.end()) != wanted ||
            count != wanted.size() || emissions_.size() != passesToProve * count)
            return fail("the samples are not the sampled states");
        for (std::size_t i = 0; i < emissions_.size(); ++i) {
            const auto state = static_cast<std::size_t>(program_.sampleOrder[i % count]);
            if (emissions_[i].bank != program_.states[state].bank ||
                emissions_[i].address != program_.states[state].address)
                fail("samples out of order");
        }
    }

    const Graph& graph_;
    const Program& program_;
    Expressions expressions_;
    std::vector<int> starts_;
    std::array<std::array<int, Machine::bankWords>, Machine::units> banks_;
    std::map<long, std::map<int, Flight>> flights_;  // by the cycle in which they are at the output
    std::vector<Register> emissions_;
    long now_ = 0;
    long reciprocalFree_ = 0;
    std::string fault_;
};

}  // namespace

std::string checkProgram(const Graph& graph, const Program& program) {
    return SymbolicEngine(graph, program).run();
}

}  // namespace momentree::fpga
