// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/message.hpp"

namespace momentree {

/// Suffix of a message: " (did you mean 'crank'?)" if one of `known` is close to `name` (few edits,
/// ignoring case), otherwise empty.
Argument didYouMean(std::string_view name, std::span<const std::string_view> known);
Argument didYouMean(std::string_view name, std::span<const std::string> known);

}  // namespace momentree
