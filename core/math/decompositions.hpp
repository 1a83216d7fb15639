// SPDX-License-Identifier: Apache-2.0
// Dense decompositions of matrices whose size is known at run time only, by LAPACK: Eigen's own
// take the compiler most of a minute. Where an entry is not finite, so is the result.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace momentree {

/// The shortest X that solves A X = B in the sense of least squares.
/// @param threshold the least reciprocal condition number of the part of A that counts
Eigen::MatrixXd leastSquares(Eigen::MatrixXd A, const Eigen::MatrixXd& B, double threshold);

/// Singular values of A, largest first.
Eigen::VectorXd singularValues(const Eigen::MatrixXd& A);

/// The number of singular values above `threshold` times the largest.
int rankOf(const Eigen::MatrixXd& A, double threshold);

/// Orthonormal columns x with A x = 0; `threshold` as for `rankOf`.
Eigen::MatrixXd rightNullSpace(const Eigen::MatrixXd& A, double threshold);

/// Orthonormal columns: the right singular vectors of the n smallest singular values.
Eigen::MatrixXd leastRightVectors(const Eigen::MatrixXd& A, Eigen::Index n);

/// Orthonormal columns y with y^T A = 0; `threshold` as for `rankOf`.
Eigen::MatrixXd leftNullSpace(const Eigen::MatrixXd& A, double threshold);

/// The n most independent rows of A [m x n, rank n], best first.
std::vector<Eigen::Index> independentRows(const Eigen::MatrixXd& A);

/// A^-1 of a regular matrix.
Eigen::MatrixXd inverseOf(Eigen::MatrixXd A);

}  // namespace momentree
