// SPDX-License-Identifier: Apache-2.0
#include "core/math/solve.hpp"

namespace momentree {

template class SemidefiniteSolver<Eigen::MatrixXd>;
template class SemidefiniteSolver<Eigen::MatrixXf>;
template class RedundantSolver<Eigen::MatrixXd>;
template class RedundantSolver<Eigen::MatrixXf>;

}  // namespace momentree
