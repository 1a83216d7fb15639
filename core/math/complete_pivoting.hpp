// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <utility>

namespace momentree {

/// A = L U with complete pivoting: the rank of a matrix, and how its rows depend on each other.
/// Without square roots and rotations, and thus several times faster than singular values; rows
/// that share no columns cost little.
class CompletePivoting {
public:
    /// @param threshold pivots, relative to the largest, that count as zero
    CompletePivoting(Eigen::MatrixXd A, double threshold);

    Eigen::Index rank() const { return rank_; }
    /// Columns z with z^T A = 0 [rows x (rows - rank)].
    Eigen::MatrixXd leftNull() const;
    /// x with A x = b in `rank` rows, and 0 where A leaves it open.
    Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
    /// z with A^T z = g in `rank` rows of A^T, and 0 where A^T leaves it open.
    Eigen::VectorXd solveTransposed(const Eigen::VectorXd& g) const;

private:
    std::pair<Eigen::Index, Eigen::Index> largestFrom(Eigen::Index k) const;
    void exchange(Eigen::Index k, Eigen::Index i, Eigen::Index j);
    void eliminate(Eigen::Index k);

    Eigen::MatrixXd A_;  ///< L below the diagonal, U from it on, in the new order
    Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1> row_, column_;
    Eigen::Index rank_ = 0;
};

}  // namespace momentree
