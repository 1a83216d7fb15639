// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace momentree {

/// Converts a number of a model (`int`) to a position in memory; not for -1.
inline std::size_t toIndex(int number) { return static_cast<std::size_t>(number); }

}  // namespace momentree
