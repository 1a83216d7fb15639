// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/formulations/planar/flat.hpp"
#include "fpga_link/arithmetic/fp32_soft.hpp"

namespace momentree::fpga::functions {

using momentree::reciprocal;

/// Whether the magnitude of `b` is larger than that of `a`.
inline bool isLarger(double b, double a) { return std::abs(b) > std::abs(a); }
/// As compared by the hardware: patterns without signs, so NaN is above infinity.
inline bool isLarger(Fp32Soft b, Fp32Soft a) {
    return (b.bits() & ~fp32SignBit) > (a.bits() & ~fp32SignBit);
}

/// A 4x4 matrix whose rows are exchanged only by their numbers, and room for its inverse.
template <class S>
class PivotedRows {
public:
    explicit PivotedRows(const std::array<S, 16>& matrix) : entries_(matrix) {}

    const S& at(int row, int column) const { return entries_[index(rows_[row], column)]; }
    void set(int row, int column, const S& value) { entries_[index(rows_[row], column)] = value; }
    /// Exchanges rows k and i if entry (i, k) is larger than entry (k, k).
    void order(int k, int i) {
        if (isLarger(at(i, k), at(k, k))) std::swap(rows_[k], rows_[i]);
    }
    /// Sets an entry of the inverse of the ordered matrix; its columns are stored in the original
    /// order.
    void setInverse(int row, int column, const S& value) {
        inverse_[index(row, rows_[column])] = value;
    }

    const std::array<S, 16>& inverse() const { return inverse_; }
    /// rows()[k]: the row of the given matrix that became row k.
    const std::array<int, 4>& rows() const { return rows_; }

private:
    static std::size_t index(int row, int column) {
        return static_cast<std::size_t>(4 * row + column);
    }

    std::array<S, 16> entries_;
    std::array<S, 16> inverse_{};
    std::array<int, 4> rows_{0, 1, 2, 3};
};

}  // namespace momentree::fpga::functions
