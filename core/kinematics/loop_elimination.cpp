// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/loop_elimination_impl.hpp"

namespace momentree {

template class LoopElimination<double>;
template class LoopElimination<float>;

}  // namespace momentree
