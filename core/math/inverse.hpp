// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace momentree {

/// Methods for inverting small matrices.
enum class Inversion : std::uint8_t {
    Adjugate,  ///< [Hdca] (53), of 2 x 2 matrices; larger ones are factorised by Ldup
    Ldup,      ///< [Hdca] 3.2: P A = L D U with partial pivoting
    Eigen      ///< Eigen's: adjugates up to 4 x 4, else P A = L U with partial pivoting
};

/// adj(A) / det(A) with one division. Not finite for singular A.
template <typename S>
Eigen::Matrix<S, 2, 2> adjugateInverse(const Eigen::Matrix<S, 2, 2>& A) {
    const S c = S(1) / (A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0));
    Eigen::Matrix<S, 2, 2> X;
    X(0, 0) = c * A(1, 1);
    X(0, 1) = -(c * A(0, 1));
    X(1, 0) = -(c * A(1, 0));
    X(1, 1) = c * A(0, 0);
    return X;
}

/// P A = L D U with unit triangles and the largest pivot of every column; A^-1 = U^-1 D^-1 L^-1 P.
/// Takes n divisions, (n - 1) n (n + 1) multiplications and (n - 1)^2 n additions [Hdca] (86)-(92):
/// products with the ones and zeros of the triangles are skipped. Not finite for singular A.
template <typename S, int N>
class Ldup {
public:
    using Square = Eigen::Matrix<S, N, N>;

    explicit Ldup(const Square& A) : A_(A) {
        for (int k = 0; k < N; ++k) row_[static_cast<std::size_t>(k)] = k;
        for (int k = 0; k < N - 1; ++k) eliminate(k);
        c_[N - 1] = S(1) / A_(N - 1, N - 1);
        for (int i = 0; i < N; ++i)  // U = D^-1 A_(n-1), (77)
            for (int j = i + 1; j < N; ++j) A_(i, j) = c_[i] * A_(i, j);
    }

    Square inverse() const {
        const Square L = A_.template triangularView<Eigen::StrictlyLower>();
        const Square U = A_.template triangularView<Eigen::StrictlyUpper>();
        const Square Li = unitLowerInverse(L);
        Square B = unitLowerInverse(U.transpose()).transpose();  // (79)
        for (int j = 0; j < N; ++j) {                            // (80), without its ones
            for (int i = 0; i < j; ++i) B(i, j) = B(i, j) * c_[j];
            B(j, j) = c_[j];
        }
        return columnsInOrder(product(B, Li));
    }

private:
    /// (60)-(69): the multipliers of L overwrite the entries that they eliminate.
    void eliminate(int k) {
        using std::abs;
        int p = k;
        for (int i = k + 1; i < N; ++i)
            if (abs(A_(i, k)) > abs(A_(p, k))) p = i;
        if (p != k) {
            A_.row(k).swap(A_.row(p));
            std::swap(row_[static_cast<std::size_t>(k)], row_[static_cast<std::size_t>(p)]);
        }
        c_[k] = S(1) / A_(k, k);
        for (int i = k + 1; i < N; ++i) {
            A_(i, k) = c_[k] * A_(i, k);
            for (int j = k + 1; j < N; ++j) A_(i, j) = A_(i, j) - A_(i, k) * A_(k, j);
        }
    }

    /// Strict lower triangle of the inverse of a unit lower triangle, diagonal by diagonal (78).
    static Square unitLowerInverse(const Square& L) {
        Square X = Square::Zero();
        for (int below = 1; below < N; ++below)
            for (int j = 0; j + below < N; ++j) {
                const int i = j + below;
                S sum = L(i, j);
                for (int k = j + 1; k < i; ++k) sum = sum + X(i, k) * L(k, j);
                X(i, j) = -sum;
            }
        return X;
    }

    /// B L^-1 with an implicit unit diagonal of L^-1 (81).
    static Square product(const Square& B, const Square& Li) {
        Square Y;
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) {
                int k = std::max(i, j + 1);
                S sum = i <= j ? B(i, j) : B(i, k) * Li(k, j);
                if (i > j) ++k;
                for (; k < N; ++k) sum = sum + B(i, k) * Li(k, j);
                Y(i, j) = sum;
            }
        return Y;
    }

    /// Y P, (82).
    Square columnsInOrder(const Square& Y) const {
        Square X;
        for (int k = 0; k < N; ++k) X.col(row_[static_cast<std::size_t>(k)]) = Y.col(k);
        return X;
    }

    Square A_;                                          ///< U above the diagonal, L below
    Eigen::Matrix<S, N, 1> c_;                          ///< D^-1
    std::array<int, static_cast<std::size_t>(N)> row_;  ///< of A in each row of P A
};

/// A^-1 by the given method. Not finite for singular A.
template <typename S, int N>
Eigen::Matrix<S, N, N> inverse(const Eigen::Matrix<S, N, N>& A, Inversion method) {
    if (method == Inversion::Eigen) return A.inverse();
    if constexpr (N == 2)
        if (method == Inversion::Adjugate) return adjugateInverse(A);
    return Ldup<S, N>(A).inverse();
}

}  // namespace momentree
