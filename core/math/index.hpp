// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace momentree {

/// The position in memory of what a model numbers by `int`; not for -1.
inline std::size_t toIndex(int number) { return static_cast<std::size_t>(number); }

}  // namespace momentree
