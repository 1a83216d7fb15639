// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace momentree {

/// L^-1 of a small symmetric positive definite A = L L^T, loops unrolled; lower triangle of A used.
template <typename S, int N>
[[gnu::always_inline]] inline Eigen::Matrix<S, N, N> inverseFactor(
    const Eigen::Matrix<S, N, N>& A) {
    using std::sqrt;
    Eigen::Matrix<S, N, N> L, inverse = Eigen::Matrix<S, N, N>::Zero();
    for (int j = 0; j < N; ++j) {
        S pivot = A(j, j);
        for (int k = 0; k < j; ++k) pivot -= L(j, k) * L(j, k);
        inverse(j, j) = S(1) / sqrt(pivot);
        for (int i = j + 1; i < N; ++i) {
            S entry = A(i, j);
            for (int k = 0; k < j; ++k) entry -= L(i, k) * L(j, k);
            L(i, j) = entry * inverse(j, j);
        }
        for (int c = 0; c < j; ++c) {  // row j of L^-1 from the rows above
            S entry = S(0);
            for (int k = c; k < j; ++k) entry -= L(j, k) * inverse(k, c);
            inverse(j, c) = entry * inverse(j, j);
        }
    }
    return inverse;
}

}  // namespace momentree
