// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace momentree {

/// The rows of a small matrix A [m x n], by Householder's reflections of its transpose with the
/// most independent row first (Golub and Van Loan, Matrix computations, 5.4). One factorisation
/// gives solutions and the null space, in less time than LAPACK takes for tens of rows.
class RowSpace {
public:
    /// @param threshold of what is left of a row, relative to the longest row, that counts as zero
    RowSpace(const Eigen::MatrixXd& A, double threshold);

    /// Whether the rank is beyond doubt: rows count by far, or not at all. Otherwise singular
    /// values have to decide.
    bool isClear() const { return clear_; }
    Eigen::Index rank() const { return rank_; }
    /// The shortest x with A x = b, for a b in the range of A. @param b [m]
    Eigen::VectorXd shortest(const Eigen::VectorXd& b) const;
    /// Orthonormal columns x with A x = 0 [n x (n - rank)].
    Eigen::MatrixXd nullSpace() const;

private:
    template <typename Columns>
    void reflectBack(Columns&& columns) const;

    Eigen::MatrixXd factors_;          ///< [n x m] reflections below the diagonal, R above it
    Eigen::VectorXd diagonal_;         ///< of R
    std::vector<Eigen::Index> order_;  ///< of the rows
    Eigen::Index rank_ = 0;
    bool clear_ = true;
};

}  // namespace momentree
