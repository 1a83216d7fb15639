// SPDX-License-Identifier: Apache-2.0
#include "core/math/eigenvalues.hpp"

#include <lapacke.h>

#include <limits>
#include <vector>

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

SymmetricEigenvalues symmetricEigenvalues(MatrixXd A) {
    const auto n = static_cast<lapack_int>(A.rows());
    SymmetricEigenvalues found{VectorXd::Zero(n), {}};
    if (n > 0 && (!A.allFinite() || LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, A.data(), n,
                                                   found.values.data()) != 0)) {
        found.values.setConstant(noValue);
        A.setConstant(noValue);
    }
    found.vectors = std::move(A);
    return found;
}

GeneralEigenvalues generalEigenvalues(MatrixXd A) {
    const auto n = static_cast<lapack_int>(A.rows());
    GeneralEigenvalues found{Eigen::VectorXcd::Zero(n), Eigen::MatrixXcd::Zero(n, n)};
    if (n == 0) return found;
    VectorXd real(n), imaginary(n), scale(n), rcond(n), rcondVectors(n);
    MatrixXd vectors(n, n);
    double none = 0.0, norm = 0.0;
    lapack_int low = 0, high = 0;
    if (!A.allFinite() ||
        LAPACKE_dgeevx(LAPACK_COL_MAJOR, 'B', 'N', 'V', 'N', n, A.data(), n, real.data(),
                       imaginary.data(), &none, 1, vectors.data(), n, &low, &high, scale.data(),
                       &norm, rcond.data(), rcondVectors.data()) != 0) {
        found.values.setConstant(noValue);
        found.vectors.setConstant(noValue);
        return found;
    }
    for (Index k = 0; k < n; ++k) {
        found.values[k] = {real[k], imaginary[k]};
        if (imaginary[k] > 0.0 && k + 1 < n) {
            const std::complex<double> i(0.0, 1.0);
            found.vectors.col(k) = vectors.col(k) + i * vectors.col(k + 1);
            found.vectors.col(k + 1) = found.vectors.col(k).conjugate();
            found.values[k + 1] = std::conj(found.values[k]);
            ++k;
        } else {
            found.vectors.col(k) = vectors.col(k).cast<std::complex<double>>();
        }
    }
    return found;
}

}  // namespace momentree
