// SPDX-License-Identifier: Apache-2.0
#include "core/dynamics/constrained_motion_impl.hpp"

namespace momentree {

template class ConstrainedMotion<double>;
template class ConstrainedMotion<float>;

}  // namespace momentree
