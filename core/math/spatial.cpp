// SPDX-License-Identifier: Apache-2.0
#include "core/math/spatial.hpp"

namespace momentree {

Frame operator*(const Frame& a, const Frame& b) { return {a.R * b.R, a.r + a.R * b.r}; }
Frame inverse(const Frame& a) { return {a.R.transpose(), -(a.R.transpose() * a.r)}; }

}  // namespace momentree
