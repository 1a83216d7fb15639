// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fpga_link/arithmetic/fp32_soft.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

/// Events that hdca_functions.sv detects while a function runs.
struct FunctionWatch {
    Fp32Flags results;
    int fraction = fp32Fraction;  ///< bits of every number
    bool smallPivot = false;
    bool singular = false;

    FunctionWatch() = default;
    explicit FunctionWatch(int bits) : fraction(bits) {}

    /// Pivots are compared with the first one by exponent; below 2^-20 of it they count as small.
    void pivot(std::uint32_t bits) {
        const auto exponent = static_cast<int>(bits >> 23 & 0xFF);
        if (first_ < 0) first_ = exponent;
        smallPivot |= exponent == 0 || exponent + 20 < first_;
        singular |= exponent == 0;
    }
    std::uint32_t flags() const {
        return (results.nan ? flag::nan : 0) | (results.infinite ? flag::infinite : 0) |
               (smallPivot ? flag::smallPivot : 0);
    }

private:
    int first_ = -1;
};

/// A number of the accelerator whose operations are watched. Numbers without a watch may only be
/// assigned to.
struct Watched {
    Fp32Soft value;
    FunctionWatch* watch = nullptr;

    static Watched noted(std::uint32_t bits, FunctionWatch* watch) {
        watch->results.note(bits);
        return {Fp32Soft::fromBits(bits), watch};
    }
    friend Watched operator+(const Watched& a, const Watched& b) {
        return noted(fp32Add(a.value.bits(), b.value.bits(), a.watch->fraction), a.watch);
    }
    friend Watched operator-(const Watched& a, const Watched& b) {
        return noted(fp32Sub(a.value.bits(), b.value.bits(), a.watch->fraction), a.watch);
    }
    friend Watched operator*(const Watched& a, const Watched& b) {
        return noted(fp32Mul(a.value.bits(), b.value.bits(), a.watch->fraction), a.watch);
    }
    friend Watched operator-(const Watched& a) { return {-a.value, a.watch}; }
    friend Watched reciprocal(const Watched& a) {
        a.watch->pivot(a.value.bits());
        return noted(fp32Rcp(a.value.bits(), a.watch->fraction), a.watch);
    }
    friend bool isLarger(const Watched& b, const Watched& a) {
        return (b.value.bits() & ~fp32SignBit) > (a.value.bits() & ~fp32SignBit);
    }
};

}  // namespace momentree::fpga
