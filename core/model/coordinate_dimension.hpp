// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/model/dimension.hpp"

namespace momentree {

/// What coordinate `k` (from 0) of a joint measures; nothing if that is not known.
std::optional<Dimension> coordinateOf(std::string_view type, int k);
/// The same for its speed.
std::optional<Dimension> speedOf(std::string_view type, int k);

}  // namespace momentree
