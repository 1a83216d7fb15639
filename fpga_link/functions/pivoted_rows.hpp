// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
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

/// An n x n matrix whose rows are exchanged only by their numbers, and room for its inverse.
template <class S, int n = 4>
class PivotedRows {
public:
    using Entries = std::array<S, static_cast<std::size_t>(n* n)>;

    PivotedRows() = default;
    explicit PivotedRows(const Entries& matrix) : entries_(matrix) {}

    const S& at(int row, int column) const { return entries_[index(given(row), column)]; }
    void set(int row, int column, const S& value) { entries_[index(given(row), column)] = value; }
    /// Exchanges rows k and i if entry (i, k) is larger than entry (k, k).
    void order(int k, int i) {
        if (isLarger(at(i, k), at(k, k)))
            std::swap(rows_[static_cast<std::size_t>(k)], rows_[static_cast<std::size_t>(i)]);
    }
    /// Sets an entry of the inverse of the ordered matrix; its columns are stored in the original
    /// order.
    void setInverse(int row, int column, const S& value) {
        inverse_[index(row, given(column))] = value;
    }
    /// An entry of the inverse of the given matrix.
    const S& inverseAt(int row, int column) const { return inverse_[index(row, column)]; }

    const Entries& inverse() const { return inverse_; }
    /// rows()[k]: the row of the given matrix that became row k.
    const std::array<int, n>& rows() const { return rows_; }

private:
    int given(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    static std::size_t index(int row, int column) {
        return static_cast<std::size_t>(n * row + column);
    }

    Entries entries_{};
    Entries inverse_{};
    std::array<int, n> rows_ = [] {
        std::array<int, n> inOrder{};
        std::iota(inOrder.begin(), inOrder.end(), 0);
        return inOrder;
    }();
};

/// Inverse by LDUP factors with row pivoting, (60)-(82). For a 4x4 matrix 60 products, 36 sums, 4
/// reciprocals; for a 6x6 one 210, 150, 6.
template <class S, int n>
void ldupInverse(PivotedRows<S, n>& matrix) {
    S c[n];  // inverse pivots
    for (int k = 0; k < n; ++k) {
        for (int i = k + 1; i < n; ++i) matrix.order(k, i);
        c[k] = reciprocal(matrix.at(k, k));
        for (int i = k + 1; i < n; ++i) {
            matrix.set(i, k, matrix.at(i, k) * c[k]);
            for (int j = k + 1; j < n; ++j)
                matrix.set(i, j, matrix.at(i, j) - matrix.at(i, k) * matrix.at(k, j));
        }
    }
    // Inverses of both unit triangles by (78); of the upper one transposed.
    S lower[n][n], upper[n][n], u[n][n];
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) u[i][j] = c[i] * matrix.at(i, j);
    for (int distance = 1; distance < n; ++distance)
        for (int j = 0; j + distance < n; ++j) {
            const int i = j + distance;
            S low = matrix.at(i, j);
            S up = u[j][i];
            for (int k = j + 1; k < i; ++k) {
                low = low + lower[i][k] * matrix.at(k, j);
                up = up + upper[k][i] * u[j][k];
            }
            lower[i][j] = -low;
            upper[j][i] = -up;
        }
    // Y = B L^-1 with B = U^-1 D^-1, (80)-(82).
    S b[n][n];
    for (int i = 0; i < n; ++i)
        for (int j = i; j < n; ++j) b[i][j] = i == j ? c[i] : upper[i][j] * c[j];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const int first = i > j ? i : j;
            S y = i > j ? b[i][i] * lower[i][j] : b[i][j];
            for (int k = first + 1; k < n; ++k) y = y + b[i][k] * lower[k][j];
            matrix.setInverse(i, j, y);
        }
}

}  // namespace momentree::fpga::functions
