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
        const auto [i, j] = largestFrom(rank_);
        const double pivot = std::abs(A_(i, j));
        largest = std::max(largest, pivot);
        if (!(pivot > threshold * largest)) return;
        exchange(rank_, i, j);
        eliminate(rank_);
    }
}

/// The first of the largest entries that are not eliminated, column by column. A search for the
/// value alone uses vectors, unlike one for the place.
std::pair<Index, Index> CompletePivoting::largestFrom(Index k) const {
    const Index rows = A_.rows() - k;
    Index column = k;
    double most = -1.0;
    for (Index j = k; j < A_.cols(); ++j)
        if (const double own = A_.col(j).tail(rows).cwiseAbs().maxCoeff(); own > most) {
            most = own;
            column = j;
        }
    Index row = 0;
    A_.col(column).tail(rows).cwiseAbs().maxCoeff(&row);
    return {k + row, column};
}

void CompletePivoting::exchange(Index k, Index i, Index j) {
    if (i != k) A_.row(k).swap(A_.row(i)), std::swap(row_[k], row_[i]);
    if (j != k) A_.col(k).swap(A_.col(j)), std::swap(column_[k], column_[j]);
}

void CompletePivoting::eliminate(Index k) {
    const Index below = A_.rows() - k - 1;
    auto factors = A_.col(k).tail(below);
    factors /= A_(k, k);
    for (Index j = k + 1; j < A_.cols(); ++j)
        if (A_(k, j) != 0.0) A_.col(j).tail(below) -= A_(k, j) * factors;
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
