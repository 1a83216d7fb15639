// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree::app {

/// The rows of a table of numbers, separated by commas, semicolons, tabs or spaces. Lines before
/// the first number (names) and lines that begin with # are left out.
/// @param columns that are read; further ones are ignored
/// @return [rows][columns]; an error names the line
Result<std::vector<std::vector<double>>> numberColumns(const std::string& text, int columns);

}  // namespace momentree::app
