// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "app/base/text_table.hpp"
#include "core/study/summary.hpp"
#include "core/study/tables.hpp"

namespace momentree::cli {

using app::printTable;
using app::TextTable;

TextTable tableOf(std::span<const RunSummary> runs);
TextTable tableOf(const std::vector<WorkPrecisionCurve>& curves);

}  // namespace momentree::cli
