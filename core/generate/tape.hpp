// SPDX-License-Identifier: Apache-2.0
// A scalar whose operations are recorded instead of computed, so that they can be written as text.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace momentree {

enum class Operation : std::uint8_t {
    Input,       ///< entry `index` of the inputs
    Sum,         ///< a + b
    Difference,  ///< a - b
    Product,     ///< a b
    Quotient,    ///< a / b
    Negative,    ///< -a
    Sine,        ///< sin a
    Cosine,      ///< cos a
    Root,        ///< sqrt a
    Inverse      ///< 1 / a, 0 where a is 0
};

/// A number known while recording, or the result of a recorded operation. There are no comparisons:
/// what depends on one cannot be recorded.
struct Recorded {
    int node = -1;  ///< on the tape, -1 for a number
    double number = 0.0;

    Recorded() = default;
    Recorded(double x) : number(x) {}  // NOLINT: a number is a scalar
    static Recorded of(int node) {
        Recorded result;
        result.node = node;
        return result;
    }
    bool known() const { return node < 0; }
    /// Whether it is the number x for every model with the structure of the recording.
    bool is(double x) const;
    bool operator==(const Recorded&) const = default;
    Recorded& operator+=(const Recorded& b);
    Recorded& operator-=(const Recorded& b);
};

/// The operations so far, each once: equal operations on equal operands share a node.
///
/// What is recorded depends on some numbers: products with 0 and 1 are left out. A tape that
/// follows another takes the decisions of that one, so that both have the same operations with
/// other numbers.
class Tape {
public:
    struct Node {
        Operation operation;
        Recorded a, b;
        int index = 0;  ///< of an input
        bool operator==(const Node&) const = default;
    };

    /// Recording in this thread goes to the tape until it is finished; one at a time.
    Tape() : Tape(nullptr) {}
    /// @param leader complete; must outlive this tape; null for none
    explicit Tape(const Tape* leader);
    ~Tape() { finish(); }
    void finish();  ///< ends the recording
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    static Tape& current();
    /// What a recording does that depends on a number: `own`, or what the leader did. Without a
    /// tape, `own`.
    /// @param possible whether this model can be recorded so
    static bool decide(bool own, bool possible = true);
    /// Whether all that was recorded has the operations of the leader.
    bool follows() const { return follows_ && complete(); }
    Recorded input(int index) { return record({Operation::Input, {}, {}, index}); }
    Recorded record(const Node& node);
    /// Operands come before their operations.
    const std::vector<Node>& nodes() const { return nodes_; }
    const Node& at(const Recorded& x) const { return nodes_[static_cast<std::size_t>(x.node)]; }
    bool isNegative(const Recorded& x) const {
        return !x.known() && at(x).operation == Operation::Negative;
    }

private:
    std::size_t slotOf(const Node& node) const;
    void grow();
    bool complete() const {
        return leader_ == nullptr || (decisions_.size() == leader_->decisions_.size() &&
                                      results_.size() == leader_->results_.size());
    }
    Recorded followed(const Node& node);

    const Tape* leader_;
    bool follows_ = true;
    std::vector<bool> decisions_;
    std::vector<int> results_;  ///< nodes of all calls of `record`
    std::vector<Node> nodes_;
    std::vector<int> slots_;  ///< nodes by their hashes, -1 free; a power of two
};

Recorded operator+(const Recorded& a, const Recorded& b);
Recorded operator-(const Recorded& a, const Recorded& b);
Recorded operator*(const Recorded& a, const Recorded& b);
Recorded operator/(const Recorded& a, const Recorded& b);
Recorded operator-(const Recorded& a);
Recorded sin(const Recorded& a);
Recorded cos(const Recorded& a);
Recorded sqrt(const Recorded& a);
/// 1 / a, 0 where a is 0.
Recorded inverseOrZero(const Recorded& a);

inline Recorded& Recorded::operator+=(const Recorded& b) { return *this = *this + b; }
inline Recorded& Recorded::operator-=(const Recorded& b) { return *this = *this - b; }

}  // namespace momentree
