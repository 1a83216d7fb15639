// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>

#include "core/math/spatial.hpp"

namespace momentree {

/// Solves A x = b for a symmetric positive SEMIdefinite A (redundant constraints, singular poses):
/// LDL^T with diagonal pivoting, in which pivots below `threshold` times the largest count as zero.
/// Their unknowns are set to zero, which picks one of the solutions; the others differ by vectors
/// without effect on the motion (THEORY 3.9). Allocates only in the constructor, and in `factorise`
/// if the size grows.
template <typename Matrix>
class TruncatedLdlt {
public:
    using Scalar = typename Matrix::Scalar;
    using Vector = Eigen::Matrix<Scalar, Matrix::RowsAtCompileTime, 1, Eigen::ColMajor,
                                 Matrix::MaxRowsAtCompileTime, 1>;

    explicit TruncatedLdlt(Eigen::Index size = 0, Scalar threshold = defaultThreshold())
        : ldlt_(size), threshold_(threshold) {}

    /// A's eigenvalues are squares of the constraints' singular values, so rounding sits near
    /// epsilon, not its root.
    static Scalar defaultThreshold() {
        return sizeof(Scalar) == sizeof(double) ? Scalar(1e-10) : Scalar(1e-5);
    }

    void factorise(const Matrix& A) {
        ldlt_.compute(A);
        const auto& D = ldlt_.vectorD();
        largest_ = Scalar(0);
        rank_ = 0;
        for (Eigen::Index i = 0; i < D.size(); ++i) largest_ = std::max(largest_, D[i]);
        for (Eigen::Index i = 0; i < D.size(); ++i) rank_ += D[i] > threshold_ * largest_ ? 1 : 0;
    }

    /// In place: b becomes x.
    template <typename Derived>
    void solveInPlace(Eigen::MatrixBase<Derived>& b) const {
        if (b.size() == 0) return;
        const auto& D = ldlt_.vectorD();
        auto& P = ldlt_.transpositionsP();
        for (Eigen::Index k = 0; k < P.size(); ++k) std::swap(b[k], b[P.indices()[k]]);
        ldlt_.matrixL().solveInPlace(b);
        for (Eigen::Index i = 0; i < D.size(); ++i) {
            b[i] = D[i] > threshold_ * largest_ ? Scalar(b[i] / D[i]) : Scalar(0);
        }
        ldlt_.matrixU().solveInPlace(b);
        for (Eigen::Index k = P.size(); k-- > 0;) std::swap(b[k], b[P.indices()[k]]);
    }

    Eigen::Index rank() const { return rank_; }

private:
    Eigen::LDLT<Matrix> ldlt_;
    Scalar threshold_;
    Scalar largest_ = Scalar(0);
    Eigen::Index rank_ = 0;
};

}  // namespace momentree
