// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/closure_solver.hpp"

namespace momentree {

template class ClosureSolver<double>;
template class ClosureSolver<float>;

}  // namespace momentree
