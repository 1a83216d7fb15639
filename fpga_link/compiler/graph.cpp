// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/graph.hpp"

#include <cmath>
#include <utility>

namespace momentree::fpga {

namespace {

Ref negated(Ref a) { return {a.node, !a.negative}; }
double signOf(Ref a) { return a.negative ? -1.0 : 1.0; }

/// Renumbers the nodes that the states need. The order depends only on the operations, because the
/// order in which operands are recorded depends on the C++ compiler.
class Compaction {
public:
    explicit Compaction(const Graph& graph) : graph_(graph), place_(graph.nodes.size(), -1) {}

    Graph run() {
        for (const StateWord& state : graph_.states) visit(state.node);
        for (const StateWord& state : graph_.states) visit(state.next);
        for (StateWord state : graph_.states) {
            state.node = placeOf(state.node);
            state.next = placeOf(state.next);
            result_.states.push_back(state);
        }
        return std::move(result_);
    }

private:
    int placeOf(int node) const { return place_[static_cast<std::size_t>(node)]; }

    /// Operands first.
    void visit(int index) {
        if (placeOf(index) >= 0) return;
        Node node = graph_.nodes[static_cast<std::size_t>(index)];
        for (Ref* operand : {&node.b, &node.a}) {
            if (operand->node < 0) continue;
            visit(operand->node);
            operand->node = placeOf(operand->node);
        }
        place_[static_cast<std::size_t>(index)] = static_cast<int>(result_.nodes.size());
        result_.nodes.push_back(node);
    }

    const Graph& graph_;
    Graph result_;
    std::vector<int> place_;
};

}  // namespace

const char* phaseName(FabricPhase phase) {
    static const char* const names[] = {"kinematics",  "initialise",  "assembly", "base",
                                        "disassembly", "derivatives", "integrate"};
    return names[static_cast<int>(phase)];
}

Ref GraphBuilder::state(const std::string& name, double start, bool sampled) {
    const int node = static_cast<int>(graph_.nodes.size());
    graph_.nodes.push_back({Op::State, phase_, {}, {}, start});
    graph_.states.push_back({name, node, -1, sampled});
    return {node, false};
}

Ref GraphBuilder::constant(double value) {
    // One word serves both signs.
    const auto [place, isNew] =
        constants_.try_emplace(std::abs(value), static_cast<int>(graph_.nodes.size()));
    if (isNew) graph_.nodes.push_back({Op::Constant, phase_, {}, {}, std::abs(value)});
    return {place->second, value < 0.0};
}

bool GraphBuilder::isConstant(Ref a, double& value) const {
    const Node& node = graph_.nodes[static_cast<std::size_t>(a.node)];
    value = signOf(a) * node.value;
    return node.op == Op::Constant;
}

/// The same key for both orders of the operands.
GraphBuilder::Key GraphBuilder::keyOf(Op op, Ref a, Ref b) {
    if (b.node >= 0 && b.node < a.node) std::swap(a, b);
    return {op, a.node, a.negative, b.node, b.negative};
}

Ref GraphBuilder::make(Op op, Ref a, Ref b) {
    const auto [place, isNew] =
        known_.try_emplace(keyOf(op, a, b), static_cast<int>(graph_.nodes.size()));
    if (isNew) graph_.nodes.push_back({op, phase_, a, b, 0.0});
    return {place->second, false};
}

Ref GraphBuilder::add(Ref a, Ref b) {
    double va = 0.0, vb = 0.0;
    const bool ca = isConstant(a, va), cb = isConstant(b, vb);
    if (ca && cb) return constant(va + vb);
    if (ca && va == 0.0) return b;
    if (cb && vb == 0.0) return a;
    if (a.node == b.node && a.negative != b.negative) return constant(0.0);
    if (a.negative && b.negative) return negated(make(Op::Add, negated(a), negated(b)));
    const auto opposite = known_.find(keyOf(Op::Add, negated(a), negated(b)));
    if (opposite != known_.end()) return {opposite->second, true};
    return make(Op::Add, a, b);
}

Ref GraphBuilder::multiply(Ref a, Ref b) {
    double va = 0.0, vb = 0.0;
    const bool ca = isConstant(a, va), cb = isConstant(b, vb);
    if (ca && cb) return constant(va * vb);
    if ((ca && va == 0.0) || (cb && vb == 0.0)) return constant(0.0);
    if (ca && std::abs(va) == 1.0) return va < 0.0 ? negated(b) : b;
    if (cb && std::abs(vb) == 1.0) return vb < 0.0 ? negated(a) : a;
    const bool negative = a.negative != b.negative;
    Ref product = make(Op::Multiply, {a.node, false}, {b.node, false});
    product.negative = negative;
    return product;
}

Ref GraphBuilder::reciprocal(Ref a) {
    double va = 0.0;
    if (isConstant(a, va)) return constant(1.0 / va);
    Ref result = make(Op::Reciprocal, {a.node, false}, {});
    result.negative = a.negative;
    return result;
}

Ref GraphBuilder::round(Ref a) {
    double va = 0.0;
    if (isConstant(a, va)) return constant(std::nearbyint(va));
    Ref result = make(Op::Round, {a.node, false}, {});
    result.negative = a.negative;
    return result;
}

int GraphBuilder::asSum(Ref next) {
    const Node& node = graph_.nodes[static_cast<std::size_t>(next.node)];
    const Ref zero = constant(0.0);
    // A state that takes over another one passes two sums, so that rotations of states do not wait
    // for each other.
    if (node.op == Op::State) next = make(Op::Add, next, zero);
    return make(Op::Add, next, zero).node;
}

/// Whether a reader of the state waits for the sum that would overwrite it.
bool GraphBuilder::isReadAfter(int state, int sum) const {
    std::vector<bool> waits(graph_.nodes.size(), false);
    waits[static_cast<std::size_t>(sum)] = true;
    for (std::size_t i = static_cast<std::size_t>(sum) + 1; i < graph_.nodes.size(); ++i)
        for (const Ref operand : {graph_.nodes[i].a, graph_.nodes[i].b})
            if (operand.node >= 0 && waits[static_cast<std::size_t>(operand.node)]) waits[i] = true;
    for (std::size_t i = static_cast<std::size_t>(sum) + 1; i < graph_.nodes.size(); ++i)
        if (waits[i] && (graph_.nodes[i].a.node == state || graph_.nodes[i].b.node == state))
            return true;
    return false;
}

Graph GraphBuilder::finish(const std::vector<Ref>& next) {
    std::vector<bool> taken(graph_.nodes.size(), false);
    for (std::size_t i = 0; i < next.size(); ++i) {
        const auto node = static_cast<std::size_t>(next[i].node);
        const bool ownSum = graph_.nodes[node].op == Op::Add && !next[i].negative && !taken[node] &&
                            !isReadAfter(graph_.states[i].node, next[i].node);
        if (ownSum) taken[node] = true;
        graph_.states[i].next = ownSum ? next[i].node : asSum(next[i]);
    }
    return Compaction(graph_).run();
}

OperationCounts countOperations(const Graph& graph) {
    OperationCounts counts;
    for (const Node& node : graph.nodes) {
        counts.sums += node.op == Op::Add;
        counts.products += node.op == Op::Multiply;
        counts.reciprocals += node.op == Op::Reciprocal;
        counts.roundings += node.op == Op::Round;
    }
    return counts;
}

namespace {

/// The next values of all states; `given` is applied to constants, `rounded` to results.
template <class Given, class Rounding>
std::vector<double> evaluateWith(const Graph& graph, const std::vector<double>& states,
                                 const Given& given, const Rounding& rounded) {
    std::vector<double> value(graph.nodes.size(), 0.0);
    for (std::size_t i = 0; i < graph.states.size(); ++i)
        value[static_cast<std::size_t>(graph.states[i].node)] = states[i];
    const auto of = [&](Ref a) { return signOf(a) * value[static_cast<std::size_t>(a.node)]; };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        if (node.op == Op::Constant) value[i] = given(node.value);
        if (node.op == Op::Add) value[i] = rounded(of(node.a) + of(node.b));
        if (node.op == Op::Multiply) value[i] = rounded(of(node.a) * of(node.b));
        if (node.op == Op::Reciprocal) value[i] = rounded(1.0 / of(node.a));
        if (node.op == Op::Round) value[i] = std::nearbyint(of(node.a));
    }
    std::vector<double> next;
    for (const StateWord& state : graph.states)
        next.push_back(value[static_cast<std::size_t>(state.next)]);
    return next;
}

}  // namespace

std::vector<double> evaluate(const Graph& graph, const std::vector<double>& states) {
    const auto same = [](double value) { return value; };
    return evaluateWith(graph, states, same, same);
}

double roundedTo(int fractionBits, double value) {
    if (value == 0.0 || !std::isfinite(value)) return value;
    int exponent = 0;
    const double significand = std::frexp(value, &exponent);  // 0.5 to 1
    return std::ldexp(std::nearbyint(std::ldexp(significand, fractionBits + 1)),
                      exponent - fractionBits - 1);
}

double givenWith(int fractionBits, double value) {
    return roundedTo(fractionBits, fractionBits < 23 ? roundedTo(23, value) : value);
}

std::vector<double> evaluateRounded(const Graph& graph, const std::vector<double>& states,
                                    int fractionBits) {
    return evaluateWith(
        graph, states, [=](double value) { return givenWith(fractionBits, value); },
        [=](double value) { return roundedTo(fractionBits, value); });
}

}  // namespace momentree::fpga
