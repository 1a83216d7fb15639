// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "fpga_link/compiler/machine.hpp"
#include "fpga_link/compiler/recorded.hpp"

namespace momentree::fpga {

/// A recorded scalar with the clock in which it is ready if every unit is free.
struct Timed {
    Recorded value;
    int ready = 0;
};

inline Timed operator-(const Timed& a) { return {-a.value, a.ready}; }
inline Timed operator+(const Timed& a, const Timed& b) {
    return {a.value + b.value, std::max(a.ready, b.ready) + Machine::addLatency + Machine::direct};
}
inline Timed operator-(const Timed& a, const Timed& b) { return a + (-b); }
inline Timed operator*(const Timed& a, const Timed& b) {
    return {a.value * b.value,
            std::max(a.ready, b.ready) + Machine::multiplyLatency + Machine::direct};
}
inline Timed operator*(double a, const Timed& b) {
    return {a * b.value, b.ready + Machine::multiplyLatency + Machine::direct};
}
inline Timed operator+(const Timed& a, double b) {
    return {a.value + b, a.ready + Machine::addLatency + Machine::direct};
}
inline Timed operator-(const Timed& a, double b) { return a + (-b); }
inline Timed reciprocal(const Timed& a) {
    return {reciprocal(a.value), a.ready + Machine::reciprocalLatency + Machine::direct};
}
inline Timed nearestInteger(const Timed& a) {
    return {nearestInteger(a.value), a.ready + Machine::roundLatency + Machine::direct};
}

}  // namespace momentree::fpga
