// SPDX-License-Identifier: Apache-2.0
#include "core/generate/tape.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

namespace momentree {
namespace {

thread_local Tape* recordingTape = nullptr;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29);
}
std::uint64_t hashOf(const Recorded& x) {
    return mixed(static_cast<std::uint64_t>(x.node), std::bit_cast<std::uint64_t>(x.number));
}

Recorded recorded(Operation operation, const Recorded& a, const Recorded& b = {}) {
    return Tape::current().record({operation, a, b});
}
bool isNegative(const Recorded& x) { return !x.known() && Tape::current().isNegative(x); }
/// The operand of a change of sign.
Recorded opposite(const Recorded& x) { return Tape::current().at(x).a; }

/// The same order of operands for both orders in which sums and products are written.
void sort(Recorded& a, Recorded& b) {
    if (a.node > b.node) std::swap(a, b);
}

}  // namespace

bool Recorded::is(double x) const {
    constexpr double rounding = 1e-12;  // of what is x in every model of this structure
    return known() && Tape::decide(number == x, std::abs(number - x) <= rounding);
}

Tape::Tape(const Tape* leader) : leader_(leader), slots_(1024, -1) {
    assert(recordingTape == nullptr);
    recordingTape = this;
}
void Tape::finish() {
    if (recordingTape == this) recordingTape = nullptr;
}

Tape& Tape::current() {
    assert(recordingTape != nullptr);
    return *recordingTape;
}

bool Tape::decide(bool own, bool possible) {
    Tape* const tape = recordingTape;
    if (tape == nullptr) return own;
    const std::size_t k = tape->decisions_.size();
    if (tape->leader_ != nullptr) {
        tape->follows_ &= k < tape->leader_->decisions_.size();
        if (tape->follows_) own = tape->leader_->decisions_[k];
        tape->follows_ &= possible || !own;
    }
    tape->decisions_.push_back(own);
    return own;
}

/// The node that the leader has for this call.
Recorded Tape::followed(const Node& node) {
    const std::size_t call = results_.size();
    follows_ &= call < leader_->results_.size();
    if (!follows_) return Recorded::of(0);
    const int known = leader_->results_[call];
    const Node& theirs = leader_->nodes_[static_cast<std::size_t>(known)];
    follows_ = theirs.operation == node.operation && theirs.index == node.index &&
               theirs.a.node == node.a.node && theirs.b.node == node.b.node;
    results_.push_back(known);
    if (static_cast<std::size_t>(known) == nodes_.size()) nodes_.push_back(node);
    return Recorded::of(known);
}

std::size_t Tape::slotOf(const Node& node) const {
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(node.operation), hashOf(node.a));
    hash = mixed(mixed(hash, hashOf(node.b)), static_cast<std::uint64_t>(node.index));
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] >= 0 && nodes_[static_cast<std::size_t>(slots_[slot])] != node)
        slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

void Tape::grow() {
    slots_.assign(2 * slots_.size(), -1);
    for (std::size_t k = 0; k < nodes_.size(); ++k) slots_[slotOf(nodes_[k])] = static_cast<int>(k);
}

Recorded Tape::record(const Node& node) {
    if (leader_ != nullptr) return followed(node);
    if (2 * nodes_.size() >= slots_.size()) grow();
    int& known = slots_[slotOf(node)];
    if (known < 0) {
        known = static_cast<int>(nodes_.size());
        nodes_.push_back(node);
    }
    results_.push_back(known);
    return Recorded::of(known);
}

Recorded operator+(const Recorded& a, const Recorded& b) {
    if (a.known() && b.known()) return a.number + b.number;
    if (a.is(0.0)) return b;
    if (b.is(0.0)) return a;
    if (isNegative(b)) return a - opposite(b);
    if (isNegative(a)) return b - opposite(a);
    Recorded first = a, second = b;
    sort(first, second);
    return recorded(Operation::Sum, first, second);
}

Recorded operator-(const Recorded& a, const Recorded& b) {
    if (a.known() && b.known()) return a.number - b.number;
    if (a.is(0.0)) return -b;
    if (b.is(0.0)) return a;
    if (a == b) return 0.0;
    if (isNegative(b)) return a + opposite(b);
    if (isNegative(a)) return -(opposite(a) + b);
    return recorded(Operation::Difference, a, b);
}

Recorded operator*(const Recorded& a, const Recorded& b) {
    if (a.known() && b.known()) return a.number * b.number;
    Recorded first = a, second = b;
    sort(first, second);  // a number comes first
    if (first.is(0.0)) return 0.0;
    if (first.is(1.0)) return second;
    if (first.known() && Tape::decide(first.number < 0.0))
        return -(Recorded(-first.number) * second);
    if (isNegative(second)) return -(first * opposite(second));
    if (isNegative(first)) return -(opposite(first) * second);
    if (first.known()) {
        const Tape::Node& inner = Tape::current().at(second);
        if (inner.operation == Operation::Product && inner.a.known())
            return Recorded(first.number * inner.a.number) * inner.b;
    }
    return recorded(Operation::Product, first, second);
}

Recorded operator/(const Recorded& a, const Recorded& b) {
    if (b.known()) return a * Recorded(1.0 / b.number);
    if (a.is(0.0)) return 0.0;
    if (isNegative(b)) return -(a / opposite(b));
    if (isNegative(a)) return -(opposite(a) / b);
    return recorded(Operation::Quotient, a, b);
}

Recorded operator-(const Recorded& a) {
    if (a.known()) return -a.number;
    if (isNegative(a)) return opposite(a);
    return recorded(Operation::Negative, a);
}

Recorded sin(const Recorded& a) {
    if (a.known()) return std::sin(a.number);
    return isNegative(a) ? -sin(opposite(a)) : recorded(Operation::Sine, a);
}
Recorded cos(const Recorded& a) {
    if (a.known()) return std::cos(a.number);
    return recorded(Operation::Cosine, isNegative(a) ? opposite(a) : a);
}
Recorded sqrt(const Recorded& a) {
    if (a.known()) return std::sqrt(a.number);
    return recorded(Operation::Root, a);
}
Recorded inverseOrZero(const Recorded& a) {
    if (a.known()) return a.is(0.0) ? 0.0 : 1.0 / a.number;
    return recorded(Operation::Inverse, a);
}

}  // namespace momentree
