// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <utility>

#include "core/math/spatial.hpp"

namespace momentree {

/// Solves A x = b for a symmetric positive SEMIdefinite A = J M^-1 J^T of known rank (redundant
/// constraints, singular poses) by Cholesky with complete pivoting (THEORY 3.9). It takes at most
/// `most` pivots and ends earlier only at a pivot below `floor`, in a singular pose. Eigen's LDLT
/// does not reveal the rank, because it chooses pivots by the original diagonal.
///
/// `scale` makes A dimensionless: A is replaced by diag(scale) A diag(scale), whose diagonal must
/// be about 1 in usual poses. It must not depend on the pose: a scale from the present diagonal
/// would hide a row that vanishes in a singular pose. Allocates only when the size grows.
template <typename Matrix>
class SemidefiniteSolver {
public:
    using Scalar = typename Matrix::Scalar;
    using Index = Eigen::Index;
    using Vector = Eigen::Matrix<Scalar, Matrix::RowsAtCompileTime, 1, Eigen::ColMajor,
                                 Matrix::MaxRowsAtCompileTime, 1>;

    /// Smallest pivot of the scaled matrix that counts.
    static Scalar floor() {
        constexpr int digits = std::numeric_limits<Scalar>::digits;
        return Scalar(digits > 100 ? 1e-22 : digits > 50 ? 1e-10 : 1e-5);
    }

    /// @param A both triangles
    /// @param scale positive, one per unknown
    /// @param most rank of A outside singular poses
    void factorise(const Matrix& A, const Vector& scale, Index most) {
        scale_ = scale;
        L_.noalias() = scale.asDiagonal() * A * scale.asDiagonal();
        order_.setLinSpaced(A.rows(), 0, static_cast<int>(A.rows()) - 1);
        most_ = std::min(most, A.rows());
        leastPivot_ = Scalar(1);
        for (rank_ = 0; rank_ < most_; ++rank_) {
            Index pivot = 0;
            const Scalar largest = L_.diagonal().tail(A.rows() - rank_).maxCoeff(&pivot);
            if (!(largest > floor())) break;
            leastPivot_ = std::min(leastPivot_, largest);
            exchange(rank_, rank_ + pivot);
            eliminate(rank_);
        }
    }

    /// The solution without unknowns that were not taken as pivots; all others differ from it by
    /// vectors without effect on the motion. In place: b becomes x.
    template <typename Derived>
    void solveInPlace(Eigen::MatrixBase<Derived>& b) {
        gather(b);
        forward(L_, x_), backward(L_, x_);
        b.setZero();
        for (Index k = 0; k < rank_; ++k) b[order_[k]] = scale_[order_[k]] * x_[k];
    }

    Index rank() const { return rank_; }
    /// The k-th unknown taken as a pivot, k < rank().
    int pivot(Index k) const { return order_[k]; }
    /// Whether a pivot was below the floor: a singular pose.
    bool singular() const { return rank_ < most_; }
    /// The smallest pivot taken, roughly the square of the smallest singular value; 0 in a singular
    /// pose, 1 without pivots.
    Scalar regularity() const { return singular() ? Scalar(0) : leastPivot_; }

protected:
    // The first `rank` entries of x become L^-1 x and L^-T x. Plain loops: Eigen's triangular
    // solvers take the compiler seconds for each scalar.
    template <typename Lower, typename Derived>
    void forward(const Lower& L, Eigen::MatrixBase<Derived>& x) const {
        for (Index k = 0; k < rank_; ++k) {
            x[k] /= L(k, k);
            for (Index i = k + 1; i < rank_; ++i) x[i] -= L(i, k) * x[k];
        }
    }
    template <typename Lower, typename Derived>
    void backward(const Lower& L, Eigen::MatrixBase<Derived>& x) const {
        for (Index k = rank_; k-- > 0;) {
            for (Index i = k + 1; i < rank_; ++i) x[k] -= L(i, k) * x[i];
            x[k] /= L(k, k);
        }
    }
    template <typename Derived>
    void gather(const Eigen::MatrixBase<Derived>& b) {
        x_.resize(b.size());
        for (Index k = 0; k < b.size(); ++k) x_[k] = scale_[order_[k]] * b[order_[k]];
    }

    Matrix L_;  ///< [A.rows(), rank] counts; rows in `order_`
    Vector scale_, x_;
    Eigen::Matrix<int, Matrix::RowsAtCompileTime, 1, Eigen::ColMajor, Matrix::MaxRowsAtCompileTime,
                  1>
        order_;
    Index rank_ = 0, most_ = 0;

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

    Scalar leastPivot_ = Scalar(1);
};

/// The same for redundant constraints that may contradict each other a little, off their manifold
/// or in a mechanism that closes only within a tolerance: b need not be in the range of A. The gaps
/// of all rows are used in the sense of least squares, so that the solution does not jump where
/// pivots change places, and the solution is shared by all rows.
///
/// With the rows K taken as pivots and J = T J_K (T_K = I, pure kinematics): b_K' = (T^T w T)^-1
/// T^T w b, y = A_KK^-1 b_K', x = w T (T^T w T)^-1 y; J^T x = J_K^T y.
template <typename Matrix>
class RedundantSolver : public SemidefiniteSolver<Matrix> {
    using Base = SemidefiniteSolver<Matrix>;

public:
    using typename Base::Index;
    using typename Base::Scalar;
    using typename Base::Vector;

    using Base::factorise;

    /// @param weight of the squares of the rows of b
    void factorise(const Matrix& A, const Vector& scale, const Vector& weight, Index most) {
        Base::factorise(A, scale, most);
        resize(A.rows(), this->most_);
        const Matrix& L = this->L_;
        const Index r = this->rank_;
        auto T = T_.leftCols(r);
        T.setZero();
        for (Index i = 0; i < r; ++i) T(i, i) = Scalar(1);
        for (Index j = r; j-- > 0;) {
            auto column = T.col(j).tail(A.rows() - r);
            column = L.col(j).tail(A.rows() - r);
            for (Index k = j + 1; k < r; ++k) column -= T.col(k).tail(A.rows() - r) * L(k, j);
            column /= L(j, j);
        }
        for (Index k = 0; k < A.rows(); ++k) {
            const Scalar factor = scale[this->order_[k]];
            weight_[k] = weight[this->order_[k]] / (factor * factor);
        }
        wT_.leftCols(r) = weight_.asDiagonal() * T;
        for (Index j = 0; j < r; ++j)
            for (Index i = j; i < r; ++i) G_(i, j) = T.col(i).dot(wT_.col(j));
        cholesky();
    }

    /// In place: b becomes x.
    template <typename Derived>
    void solveInPlace(Eigen::MatrixBase<Derived>& b) {
        fit(b);
        this->forward(this->L_, y_), this->backward(this->L_, y_);
        solveG();
        this->x_.noalias() = wT_.leftCols(this->rank_) * y_.head(this->rank_);
        for (Index k = 0; k < b.size(); ++k)
            b[this->order_[k]] = this->scale_[this->order_[k]] * this->x_[k];
    }
    /// T b_K', the part of b that solutions remove, in place.
    template <typename Derived>
    void fitInPlace(Eigen::MatrixBase<Derived>& b) {
        fit(b);
        this->x_.noalias() = T_.leftCols(this->rank_) * y_.head(this->rank_);
        for (Index k = 0; k < b.size(); ++k)
            b[this->order_[k]] = this->x_[k] / this->scale_[this->order_[k]];
    }

private:
    void resize(Index rows, Index most) {
        T_.resize(rows, most);
        wT_.resize(rows, most);
        G_.resize(most, most);
        weight_.resize(rows);
        y_.resize(most);
    }
    /// y = b_K' of the scaled b.
    template <typename Derived>
    void fit(const Eigen::MatrixBase<Derived>& b) {
        this->gather(b);
        y_.head(this->rank_).noalias() = wT_.leftCols(this->rank_).transpose() * this->x_;
        solveG();
    }
    /// G = C C^T in its lower triangle.
    void cholesky() {
        using std::sqrt;
        const Index n = this->rank_;
        for (Index k = 0; k < n; ++k) {
            G_(k, k) = sqrt(G_(k, k));
            for (Index i = k + 1; i < n; ++i) G_(i, k) /= G_(k, k);
            for (Index j = k + 1; j < n; ++j)
                for (Index i = j; i < n; ++i) G_(i, j) -= G_(i, k) * G_(j, k);
        }
    }
    void solveG() { this->forward(G_, y_), this->backward(G_, y_); }

    using Wide = Eigen::Matrix<Scalar, Matrix::RowsAtCompileTime, Eigen::Dynamic, Eigen::ColMajor,
                               Matrix::MaxRowsAtCompileTime, Matrix::MaxRowsAtCompileTime>;
    Wide T_, wT_;
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                  Matrix::MaxRowsAtCompileTime, Matrix::MaxRowsAtCompileTime>
        G_;
    Vector weight_;
    Eigen::Matrix<Scalar, Eigen::Dynamic, 1, Eigen::ColMajor, Matrix::MaxRowsAtCompileTime, 1> y_;
};

extern template class SemidefiniteSolver<Eigen::MatrixXd>;
extern template class SemidefiniteSolver<Eigen::MatrixXf>;
extern template class RedundantSolver<Eigen::MatrixXd>;
extern template class RedundantSolver<Eigen::MatrixXf>;

}  // namespace momentree
