// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace momentree::app {

/// Rows of equal length; the first is the header.
using TextTable = std::vector<std::vector<std::string>>;

/// Prints columns: the first and the last left-aligned, numbers in between right-aligned.
void printTable(const TextTable& table, std::ostream& out);

}  // namespace momentree::app
