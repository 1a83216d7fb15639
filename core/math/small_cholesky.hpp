// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace momentree {

/// A = L L^T of a symmetric positive definite matrix with at most six rows, in plain loops: Eigen's
/// LLT of such sizes takes the compiler seconds for each scalar.
template <typename S>
class SmallCholesky {
public:
    /// Reads the lower triangle. Not finite where A is not positive definite.
    template <typename Derived>
    void compute(const Eigen::MatrixBase<Derived>& A) {
        using std::sqrt;
        size_ = static_cast<int>(A.rows());
        for (int j = 0; j < size_; ++j) {
            for (int i = j; i < size_; ++i) {
                S rest = A(i, j);
                for (int k = 0; k < j; ++k) rest -= L_(i, k) * L_(j, k);
                L_(i, j) = i == j ? sqrt(rest) : rest * inverse_[j];
                if (i == j) inverse_[j] = S(1) / L_(j, j);
            }
        }
    }
    /// A^-1 B.
    template <typename Matrix>
    Matrix solve(Matrix B) const {
        for (Eigen::Index column = 0; column < B.cols(); ++column) {
            for (int i = 0; i < size_; ++i) {
                for (int k = 0; k < i; ++k) B(i, column) -= L_(i, k) * B(k, column);
                B(i, column) *= inverse_[i];
            }
            for (int i = size_; i-- > 0;) {
                for (int k = i + 1; k < size_; ++k) B(i, column) -= L_(k, i) * B(k, column);
                B(i, column) *= inverse_[i];
            }
        }
        return B;
    }

private:
    int size_ = 0;
    Eigen::Matrix<S, 6, 6> L_;
    Eigen::Matrix<S, 6, 1> inverse_;  ///< of the diagonal
};

}  // namespace momentree
