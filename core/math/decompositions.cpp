// SPDX-License-Identifier: Apache-2.0
#include "core/math/decompositions.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>

namespace momentree {

using Eigen::MatrixXd;
using Eigen::VectorXd;

LeastSquares::LeastSquares(const MatrixXd& A, double threshold) {
    factors_.setThreshold(threshold);
    factors_.compute(A);
}

VectorXd LeastSquares::solve(const VectorXd& b) const { return factors_.solve(b); }

MatrixXd LeastSquares::solve(const MatrixXd& B) const { return factors_.solve(B); }

VectorXd singularValues(const MatrixXd& A) { return Eigen::BDCSVD<MatrixXd>(A).singularValues(); }

MatrixXd rightNullSpace(const MatrixXd& A, double threshold) {
    const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
    const VectorXd& values = svd.singularValues();
    Eigen::Index rank = 0;
    while (rank < values.size() && values[rank] > threshold * values[0]) ++rank;
    return svd.matrixV().rightCols(A.cols() - rank);
}

MatrixXd leftNullSpace(const MatrixXd& A, double threshold) {
    Eigen::ColPivHouseholderQR<MatrixXd> decomposition;
    decomposition.setThreshold(threshold);
    decomposition.compute(A);
    const MatrixXd Q = decomposition.householderQ();
    return Q.rightCols(A.rows() - decomposition.rank());
}

int rankOf(const MatrixXd& A, double threshold) {
    Eigen::ColPivHouseholderQR<MatrixXd> decomposition;
    decomposition.setThreshold(threshold);
    return static_cast<int>(decomposition.compute(A).rank());
}

std::vector<Eigen::Index> independentRows(const MatrixXd& A) {
    const Eigen::ColPivHouseholderQR<MatrixXd> choice(A.transpose());
    const auto order = choice.colsPermutation().indices();
    return {order.begin(), order.begin() + A.cols()};
}

MatrixXd inverseOf(const MatrixXd& A) { return A.partialPivLu().inverse(); }

}  // namespace momentree
