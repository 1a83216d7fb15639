// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "core/study/summary.hpp"
#include "core/study/tables.hpp"

namespace momentree::cli {

/// Rows of equal length; the first is the header.
using TextTable = std::vector<std::vector<std::string>>;

TextTable tableOf(std::span<const RunSummary> runs);
TextTable tableOf(const std::vector<WorkPrecisionCurve>& curves);

/// Prints columns: the first and the last left-aligned, numbers in between right-aligned.
void printTable(const TextTable& table, std::ostream& out);

}  // namespace momentree::cli
