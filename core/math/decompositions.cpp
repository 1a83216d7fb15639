// SPDX-License-Identifier: Apache-2.0
#include "core/math/decompositions.hpp"

#include <lapacke.h>

#include <algorithm>
#include <limits>

namespace momentree {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

lapack_int count(Index n) { return static_cast<lapack_int>(n); }
/// Distance of columns, which LAPACK wants positive.
lapack_int stride(const MatrixXd& A) { return count(std::max<Index>(A.rows(), 1)); }

/// A = U diag(values) Vt.
struct SingularValues {
    enum class Vectors { None, All };

    SingularValues(MatrixXd A, Vectors vectors) : values(std::min(A.rows(), A.cols())) {
        const bool all = vectors == Vectors::All;
        if (all) U.setIdentity(A.rows(), A.rows()), Vt.setIdentity(A.cols(), A.cols());
        if (A.size() == 0) return;
        const lapack_int failed = LAPACKE_dgesdd(
            LAPACK_COL_MAJOR, all ? 'A' : 'N', count(A.rows()), count(A.cols()), A.data(),
            stride(A), values.data(), U.data(), stride(U), Vt.data(), stride(Vt));
        if (failed != 0) values.setConstant(notANumber);
    }
    Index rank(double threshold) const {
        Index rank = 0;
        while (rank < values.size() && values[rank] > threshold * values[0]) ++rank;
        return rank;
    }

    VectorXd values;  ///< the largest first
    MatrixXd U, Vt;   ///< square; empty without vectors
};

}  // namespace

MatrixXd leastSquares(MatrixXd A, const MatrixXd& B, double threshold) {
    const Index n = A.cols();
    MatrixXd X = MatrixXd::Zero(std::max(A.rows(), n), B.cols());
    if (A.size() == 0 || B.size() == 0) return X.topRows(n);
    X.topRows(B.rows()) = B;
    std::vector<lapack_int> order(static_cast<std::size_t>(n), 0);
    lapack_int rank = 0;
    if (LAPACKE_dgelsy(LAPACK_COL_MAJOR, count(A.rows()), count(n), count(B.cols()), A.data(),
                       stride(A), X.data(), stride(X), order.data(), threshold, &rank) != 0)
        X.setConstant(notANumber);
    return X.topRows(n);
}

VectorXd singularValues(const MatrixXd& A) {
    return SingularValues(A, SingularValues::Vectors::None).values;
}

int rankOf(const MatrixXd& A, double threshold) {
    return static_cast<int>(SingularValues(A, SingularValues::Vectors::None).rank(threshold));
}

MatrixXd rightNullSpace(const MatrixXd& A, double threshold) {
    const SingularValues svd(A, SingularValues::Vectors::All);
    return svd.Vt.bottomRows(A.cols() - svd.rank(threshold)).transpose();
}

MatrixXd leastRightVectors(const MatrixXd& A, Index n) {
    return SingularValues(A, SingularValues::Vectors::All).Vt.bottomRows(n).transpose();
}

MatrixXd leftNullSpace(const MatrixXd& A, double threshold) {
    const SingularValues svd(A, SingularValues::Vectors::All);
    return svd.U.rightCols(A.rows() - svd.rank(threshold));
}

std::vector<Index> independentRows(const MatrixXd& A) {
    MatrixXd columns = A.transpose();
    std::vector<lapack_int> order(static_cast<std::size_t>(A.rows()), 0);
    VectorXd reflectors(A.cols());
    if (A.size() > 0)
        LAPACKE_dgeqp3(LAPACK_COL_MAJOR, count(A.cols()), count(A.rows()), columns.data(),
                       stride(columns), order.data(), reflectors.data());
    std::vector<Index> rows(static_cast<std::size_t>(A.cols()));
    std::transform(order.begin(), order.begin() + A.cols(), rows.begin(),
                   [](lapack_int number) { return Index{number} - 1; });
    return rows;
}

MatrixXd inverseOf(MatrixXd A) {
    MatrixXd inverse = MatrixXd::Identity(A.rows(), A.rows());
    std::vector<lapack_int> order(static_cast<std::size_t>(A.rows()));
    if (A.size() > 0 &&
        LAPACKE_dgesv(LAPACK_COL_MAJOR, count(A.rows()), count(A.rows()), A.data(), stride(A),
                      order.data(), inverse.data(), stride(inverse)) != 0)
        inverse.setConstant(notANumber);
    return inverse;
}

}  // namespace momentree
