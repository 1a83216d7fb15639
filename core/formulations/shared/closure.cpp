// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/shared/closure_impl.hpp"

namespace momentree {

template class Closure<double>;
template class Closure<float>;

}  // namespace momentree
