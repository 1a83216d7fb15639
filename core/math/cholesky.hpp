// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "core/math/packed.hpp"

namespace momentree {

/// L^-T, upper triangular, of a small symmetric positive definite A = L L^T; reads the upper
/// triangle of A. Square roots are taken last, so that the chain of pivots waits only for
/// divisions.
template <typename S, int N>
MOMENTREE_INLINE Eigen::Matrix<S, N, N> inverseFactor(const Eigen::Matrix<S, N, N>& A) {
    using std::sqrt;
    Eigen::Matrix<S, N, N> U, inverse = Eigen::Matrix<S, N, N>::Identity();
    Eigen::Matrix<S, N, 1> perPivot;
    for (int j = 0; j < N; ++j) {  // A = U^T diag U with unit U
        S pivot = A(j, j);
        for (int k = 0; k < j; ++k) {
            const S scaled = U(k, j) * perPivot[k];
            pivot -= U(k, j) * scaled;
            U(k, j) = scaled;
        }
        perPivot[j] = S(1) / pivot;
        for (int i = j + 1; i < N; ++i) {
            S entry = A(j, i);
            for (int k = 0; k < j; ++k) entry -= U(k, j) * U(k, i);
            U(j, i) = entry;
        }
        for (int c = 0; c < j; ++c) {  // column j of U^-1 from earlier columns
            S entry = -U(c, j);
            for (int k = c + 1; k < j; ++k) entry -= inverse(c, k) * U(k, j);
            inverse(c, j) = entry;
        }
    }
    for (int j = 0; j < N; ++j) {
        const S root = sqrt(perPivot[j]);
        for (int i = 0; i <= j; ++i) inverse(i, j) *= root;
    }
    return inverse;
}

}  // namespace momentree
