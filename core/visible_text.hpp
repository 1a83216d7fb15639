// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace momentree {

/// One line in which every character shows: control characters, line breaks, invisible characters
/// and those that reverse the direction of writing become "\u{1b}". A terminal obeys the characters
/// that it is sent, so that text from a file could change what is shown before and after it.
std::string visibleText(std::string_view text);

/// `text`, or its beginning and "..." if it has more than `longest` bytes.
std::string shortText(std::string_view text, std::size_t longest);

}  // namespace momentree
