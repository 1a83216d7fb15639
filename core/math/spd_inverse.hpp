// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace momentree {

/// Inverse of a small symmetric positive definite matrix by square-root-free Cholesky with unrolled
/// loops; free of comparisons, so that it works with every scalar.
template <typename S, int N>
[[gnu::always_inline]] inline Eigen::Matrix<S, N, N> spdInverse(const Eigen::Matrix<S, N, N>& A) {
    using Matrix = Eigen::Matrix<S, N, N>;
    if constexpr (N == 1) {
        return Matrix(S(1) / A(0, 0));
    } else {
        Matrix L = Matrix::Identity(), inverse = Matrix::Identity();
        Eigen::Matrix<S, N, 1> d;
        for (int j = 0; j < N; ++j) {
            S pivot = A(j, j);
            for (int k = 0; k < j; ++k) pivot -= L(j, k) * L(j, k) * d[k];
            d[j] = pivot;
            for (int i = j + 1; i < N; ++i) {
                S entry = A(i, j);
                for (int k = 0; k < j; ++k) entry -= L(i, k) * L(j, k) * d[k];
                L(i, j) = entry / pivot;
            }
        }
        for (int c = 0; c < N; ++c) {  // L D L^T x = e_c
            for (int i = c + 1; i < N; ++i) {
                for (int k = c; k < i; ++k) inverse(i, c) -= L(i, k) * inverse(k, c);
            }
            for (int i = c; i < N; ++i) inverse(i, c) /= d[i];
            for (int i = N - 1; i >= c; --i) {
                for (int k = i + 1; k < N; ++k) inverse(i, c) -= L(k, i) * inverse(k, c);
            }
            for (int i = c + 1; i < N; ++i) inverse(c, i) = inverse(i, c);
        }
        return inverse;
    }
}

}  // namespace momentree
