// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace momentree::fpga {

enum class Op : std::uint8_t { State, Constant, Add, Multiply, Reciprocal, Round };

/// The phases of a pass on the accelerator; those of a step on any backend are `momentree::Phase`.
enum class FabricPhase : std::uint8_t {
    Kinematics,
    Initialise,
    Assembly,
    Base,
    Disassembly,
    Derivatives,
    Integrate,
    Count
};
inline constexpr int fabricPhaseCount = static_cast<int>(FabricPhase::Count);
const char* phaseName(FabricPhase phase);

/// A value or its negative. Only operands of sums have signs.
struct Ref {
    int node = -1;
    bool negative = false;
    bool operator==(const Ref&) const = default;
};

struct Node {
    Op op = Op::Constant;
    FabricPhase phase = FabricPhase::Kinematics;
    Ref a, b;            ///< operands; b only for sums and products
    double value = 0.0;  ///< of constants; for states the initial value
};

/// A word that is kept from pass to pass.
struct StateWord {
    std::string name;
    int node = -1;         ///< its value at the start of a pass
    int next = -1;         ///< the sum that becomes its value at the end of the pass
    bool sampled = false;  ///< written to the sample FIFO
};

/// Dataflow of one pass; operands come before their users.
struct Graph {
    std::vector<Node> nodes;
    std::vector<StateWord> states;
};

/// Builds and simplifies a graph: folds constants in double precision, shares equal operations,
/// moves signs to sums, and removes multiplications by 0 and +-1.
class GraphBuilder {
public:
    Ref state(const std::string& name, double start, bool sampled);
    Ref constant(double value);
    /// Gives later constants words of their own, even if they equal earlier ones.
    void forgetConstants() { constants_.clear(); }
    Ref add(Ref a, Ref b);
    Ref multiply(Ref a, Ref b);
    Ref reciprocal(Ref a);
    Ref round(Ref a);
    void enter(FabricPhase phase) { phase_ = phase; }
    /// Ends the pass: state i becomes `next[i]`. Removes everything that no state needs.
    Graph finish(const std::vector<Ref>& next);

private:
    using Key = std::tuple<Op, int, bool, int, bool>;
    static Key keyOf(Op op, Ref a, Ref b);
    Ref make(Op op, Ref a, Ref b);
    bool isConstant(Ref a, double& value) const;
    int asSum(Ref next);
    bool isReadAfter(int state, int sum) const;

    Graph graph_;
    std::map<Key, int> known_;
    std::map<double, int> constants_;
    FabricPhase phase_ = FabricPhase::Kinematics;
};

/// Numbers of operations in a graph.
struct OperationCounts {
    int sums = 0;
    int products = 0;
    int reciprocals = 0;
    int roundings = 0;
};
OperationCounts countOperations(const Graph& graph);

/// The next values of all states, in double precision.
std::vector<double> evaluate(const Graph& graph, const std::vector<double>& states);

/// To the nearest number with so many bits after the leading one, ties to even; with 23 those of
/// the accelerator, but without limits of the exponent. At most 25 bits: the results of
/// `evaluateRounded` would be rounded twice.
double roundedTo(int fractionBits, double value);

/// A constant or a first value of a machine with so many bits: rounded to single precision in the
/// program, then, with fewer bits than 23, to these.
double givenWith(int fractionBits, double value);

/// The same as `evaluate` on a machine whose numbers have so many bits of the fraction.
std::vector<double> evaluateRounded(const Graph& graph, const std::vector<double>& states,
                                    int fractionBits);

}  // namespace momentree::fpga
