// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/compiler/graph.hpp"

namespace momentree::fpga {

/// A scalar that records its operations. All operands must come from one builder.
struct Recorded {
    GraphBuilder* builder = nullptr;
    Ref ref;
};

inline Recorded operator-(const Recorded& a) { return {a.builder, {a.ref.node, !a.ref.negative}}; }
inline Recorded operator+(const Recorded& a, const Recorded& b) {
    return {a.builder, a.builder->add(a.ref, b.ref)};
}
inline Recorded operator-(const Recorded& a, const Recorded& b) { return a + (-b); }
inline Recorded operator*(const Recorded& a, const Recorded& b) {
    return {a.builder, a.builder->multiply(a.ref, b.ref)};
}
inline Recorded operator*(double a, const Recorded& b) {
    return {b.builder, b.builder->multiply(b.builder->constant(a), b.ref)};
}
inline Recorded operator+(const Recorded& a, double b) {
    return {a.builder, a.builder->add(a.ref, a.builder->constant(b))};
}
inline Recorded operator-(const Recorded& a, double b) { return a + (-b); }
inline Recorded reciprocal(const Recorded& a) { return {a.builder, a.builder->reciprocal(a.ref)}; }
inline Recorded nearestInteger(const Recorded& a) { return {a.builder, a.builder->round(a.ref)}; }

}  // namespace momentree::fpga
