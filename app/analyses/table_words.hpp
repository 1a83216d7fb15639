// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in tables that other programs write.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace momentree::app {

/// The words of a line, without quotes. Tabs separate them, or semicolons, or commas, or spaces:
/// the first of these that the line has. Words may be empty, except between spaces.
std::vector<std::string> wordsOf(std::string_view line);

/// The number that a word is, also with a decimal comma; nothing if it is none, or not finite.
std::optional<double> numberIn(std::string_view word);

}  // namespace momentree::app
