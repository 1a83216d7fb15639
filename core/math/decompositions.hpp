// SPDX-License-Identifier: Apache-2.0
// Dense decompositions of matrices whose size is known only at run time, compiled once.
#pragma once

#include <Eigen/Core>
#include <Eigen/QR>
#include <vector>

namespace momentree {

/// The shortest least-squares solution of A x = b, by a complete orthogonal decomposition.
class LeastSquares {
public:
    /// @param threshold pivots below this fraction of the largest count as zero
    LeastSquares(const Eigen::MatrixXd& A, double threshold);
    Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
    Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;  ///< column by column

private:
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

/// Singular values of A, largest first.
Eigen::VectorXd singularValues(const Eigen::MatrixXd& A);

/// Orthonormal basis of the null space of A, by its singular values.
Eigen::MatrixXd rightNullSpace(const Eigen::MatrixXd& A, double threshold);

/// Orthonormal columns y with y^T A = 0, by QR with column pivoting.
Eigen::MatrixXd leftNullSpace(const Eigen::MatrixXd& A, double threshold);

/// Rank of A by QR with column pivoting.
int rankOf(const Eigen::MatrixXd& A, double threshold);

/// The n most independent rows of A [m x n, rank n], best first.
std::vector<Eigen::Index> independentRows(const Eigen::MatrixXd& A);

/// A^-1 by LU with partial pivoting.
Eigen::MatrixXd inverseOf(const Eigen::MatrixXd& A);

}  // namespace momentree
