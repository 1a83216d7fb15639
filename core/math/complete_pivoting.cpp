// SPDX-License-Identifier: Apache-2.0
#include "core/math/complete_pivoting.hpp"

#include <algorithm>
#include <utility>

namespace momentree {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

CompletePivoting::CompletePivoting(MatrixXd A, double threshold) : A_(std::move(A)) {
    row_ = decltype(row_)::LinSpaced(A_.rows(), 0, A_.rows() - 1);
    column_ = decltype(column_)::LinSpaced(A_.cols(), 0, A_.cols() - 1);
    double largest = 0.0;
    for (; rank_ < std::min(A_.rows(), A_.cols()); ++rank_) {
        Index i = 0, j = 0;
        const double pivot =
            A_.bottomRightCorner(A_.rows() - rank_, A_.cols() - rank_).cwiseAbs().maxCoeff(&i, &j);
        largest = std::max(largest, pivot);
        if (!(pivot > threshold * largest)) return;
        exchange(rank_, rank_ + i, rank_ + j);
        eliminate(rank_);
    }
}

void CompletePivoting::exchange(Index k, Index i, Index j) {
    if (i != k) A_.row(k).swap(A_.row(i)), std::swap(row_[k], row_[i]);
    if (j != k) A_.col(k).swap(A_.col(j)), std::swap(column_[k], column_[j]);
}

void CompletePivoting::eliminate(Index k) {
    const Index right = A_.cols() - k - 1;
    for (Index i = k + 1; i < A_.rows(); ++i) {
        if (A_(i, k) == 0.0) continue;
        A_(i, k) /= A_(k, k);
        A_.row(i).tail(right) -= A_(i, k) * A_.row(k).tail(right);
    }
}

MatrixXd CompletePivoting::leftNull() const {
    const Index n = A_.rows(), open = n - rank_;
    MatrixXd x = A_.bottomLeftCorner(open, rank_).transpose();
    A_.topLeftCorner(rank_, rank_).triangularView<Eigen::UnitLower>().transpose().solveInPlace(x);
    MatrixXd z = MatrixXd::Zero(n, open);
    for (Index k = 0; k < open; ++k) {
        for (Index i = 0; i < rank_; ++i) z(row_[i], k) = -x(i, k);
        z(row_[rank_ + k], k) = 1.0;
    }
    return z;
}

VectorXd CompletePivoting::solve(const VectorXd& b) const {
    VectorXd y(rank_);
    for (Index k = 0; k < rank_; ++k) y[k] = b[row_[k]];
    const auto square = A_.topLeftCorner(rank_, rank_);
    square.triangularView<Eigen::UnitLower>().solveInPlace(y);
    square.triangularView<Eigen::Upper>().solveInPlace(y);
    VectorXd x = VectorXd::Zero(A_.cols());
    for (Index k = 0; k < rank_; ++k) x[column_[k]] = y[k];
    return x;
}

VectorXd CompletePivoting::solveTransposed(const VectorXd& g) const {
    VectorXd y(rank_);
    for (Index k = 0; k < rank_; ++k) y[k] = g[column_[k]];
    const auto square = A_.topLeftCorner(rank_, rank_);
    square.triangularView<Eigen::Upper>().transpose().solveInPlace(y);
    square.triangularView<Eigen::UnitLower>().transpose().solveInPlace(y);
    VectorXd z = VectorXd::Zero(A_.rows());
    for (Index k = 0; k < rank_; ++k) z[row_[k]] = y[k];
    return z;
}

}  // namespace momentree
