// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of dense matrices by LAPACK. Where an entry is not finite, so is the result.
#pragma once

#include <Eigen/Core>

namespace momentree {

struct SymmetricEigenvalues {
    Eigen::VectorXd values;   ///< ascending
    Eigen::MatrixXd vectors;  ///< orthonormal columns
};
/// @param A symmetric; its lower triangle is used
SymmetricEigenvalues symmetricEigenvalues(Eigen::MatrixXd A);

struct GeneralEigenvalues {
    Eigen::VectorXcd values;   ///< conjugate pairs follow each other, positive imaginary part first
    Eigen::MatrixXcd vectors;  ///< columns of length 1
};
/// Of any square matrix, balanced first.
GeneralEigenvalues generalEigenvalues(Eigen::MatrixXd A);

}  // namespace momentree
