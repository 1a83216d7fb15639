// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <limits>
#include <utility>

#include "core/math/spatial.hpp"

namespace momentree {

/// Solves A x = b for a symmetric positive SEMIdefinite A (redundant constraints, singular poses)
/// by Cholesky with complete pivoting, which ends when the largest remaining pivot falls below
/// `threshold` times the first. The remaining unknowns are set to zero, which selects one solution;
/// all others differ by vectors without effect on the motion (THEORY 3.9). Eigen's LDLT does not
/// reveal the rank, because it chooses pivots by the original diagonal.
///
/// `scale` makes unknowns of different units comparable before pivoting: A is replaced by
/// diag(scale) A diag(scale). Allocates only when the size grows.
template <typename Matrix>
class SemidefiniteSolver {
public:
    using Scalar = typename Matrix::Scalar;
    using Index = Eigen::Index;
    using Vector = Eigen::Matrix<Scalar, Matrix::RowsAtCompileTime, 1, Eigen::ColMajor,
                                 Matrix::MaxRowsAtCompileTime, 1>;

    /// A's eigenvalues are squares of the constraints' singular values; rounding leaves about
    /// epsilon times the largest.
    static Scalar threshold() {
        constexpr int digits = std::numeric_limits<Scalar>::digits;
        return Scalar(digits > 100 ? 1e-22 : digits > 50 ? 1e-10 : 1e-5);
    }

    /// @param A lower triangle is used
    /// @param scale positive, one per unknown
    /// @param noise rounding error of a zero pivot; without it, a matrix of rounding errors alone
    /// would have a rank
    void factorise(const Matrix& A, const Vector& scale, Scalar noise = Scalar(0)) {
        scale_ = scale;
        L_.noalias() = scale.asDiagonal() * A * scale.asDiagonal();
        order_.setLinSpaced(A.rows(), 0, static_cast<int>(A.rows()) - 1);
        for (rank_ = 0; rank_ < A.rows(); ++rank_) {
            Index pivot = 0;
            const Scalar largest = L_.diagonal().tail(A.rows() - rank_).maxCoeff(&pivot);
            if (rank_ == 0) first_ = largest;
            if (!(largest > threshold() * first_) || !(largest > noise)) break;
            exchange(rank_, rank_ + pivot);
            eliminate(rank_);
        }
    }

    /// In place: b becomes x.
    template <typename Derived>
    void solveInPlace(Eigen::MatrixBase<Derived>& b) {
        x_.resize(b.size());
        for (Index k = 0; k < rank_; ++k) x_[k] = scale_[order_[k]] * b[order_[k]];
        const auto L = L_.topLeftCorner(rank_, rank_).template triangularView<Eigen::Lower>();
        auto head = x_.head(rank_);
        L.solveInPlace(head);
        L.transpose().solveInPlace(head);
        b.setZero();
        for (Index k = 0; k < rank_; ++k) b[order_[k]] = scale_[order_[k]] * x_[k];
    }

    Index rank() const { return rank_; }
    /// Ratio of the last pivot to the first, roughly the squared ratio of the smallest to the
    /// largest singular value; 1 without pivots.
    Scalar regularity() const {
        if (rank_ == 0) return Scalar(1);
        return L_(rank_ - 1, rank_ - 1) * L_(rank_ - 1, rank_ - 1) / first_;
    }

private:
    void exchange(Index k, Index p) {
        if (k == p) return;
        L_.row(k).swap(L_.row(p));
        L_.col(k).swap(L_.col(p));
        std::swap(order_[k], order_[p]);
    }
    void eliminate(Index k) {
        using std::sqrt;
        const Index rest = L_.rows() - k - 1;
        L_(k, k) = sqrt(L_(k, k));
        L_.col(k).tail(rest) /= L_(k, k);
        L_.row(k).tail(rest) = L_.col(k).tail(rest).transpose();  // exchanges need both triangles
        for (Index j = k + 1; j < L_.rows(); ++j)
            L_.col(j).tail(rest) -= L_.col(k).tail(rest) * L_(j, k);
    }

    Matrix L_;
    Vector scale_, x_;
    Eigen::Matrix<int, Matrix::RowsAtCompileTime, 1, Eigen::ColMajor, Matrix::MaxRowsAtCompileTime,
                  1>
        order_;
    Scalar first_ = Scalar(0);
    Index rank_ = 0;
};

extern template class SemidefiniteSolver<Eigen::MatrixXd>;
extern template class SemidefiniteSolver<Eigen::MatrixXf>;

}  // namespace momentree
